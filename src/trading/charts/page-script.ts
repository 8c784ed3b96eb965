/**
 * The script of a page that includes a chart. It is JavaScript for browsers and is sent unchanged. It writes no HTML
 * and evaluates nothing, so that it runs under strict content policies. The library's code runs before it and defines
 * `library`.
 */
export const PAGE_SCRIPT = String.raw`
(function (library, script) {
  "use strict";
  if (!library || !script) return;
  var LIMIT = 300;
  var LOOK_MS = 20000;
  var SILENCE_MS = 50000;
  // Many pages learn of a break at the same time: each waits for between half of this and one and a half.
  var AFTER_BREAK_MS = 3000;
  var MINUTES = { "1m": 1, "3m": 3, "5m": 5, "15m": 15, "30m": 30, "1h": 60, "2h": 120, "4h": 240 };
  var THEMES = {
    light: { background: "#ffffff", text: "#191919", grid: "#eceef2" },
    dark: { background: "#131722", text: "#d1d4dc", grid: "#242832" },
  };
  var symbol = script.getAttribute("data-symbol") || "";
  var interval = MINUTES[script.getAttribute("data-interval")] ? script.getAttribute("data-interval") : "1m";
  var theme = THEMES[script.getAttribute("data-theme")] || THEMES.light;
  var lengthSeconds = MINUTES[interval] * 60;
  var base = new URL("..", script.src);

  var container = findContainer(script.getAttribute("data-container") || "tripod-chart-" + symbol);
  var caption = document.createElement("div");
  Object.assign(caption.style, {
    position: "absolute", left: "8px", top: "6px", zIndex: "3", pointerEvents: "none",
    font: "12px sans-serif", color: theme.text,
  });
  var title = document.createElement("span");
  title.textContent = symbol;
  // Required by the library's licence. Its own sign needs a style that strict content policies forbid.
  var credit = document.createElement("a");
  credit.href = "https://www.tradingview.com/";
  credit.target = "_blank";
  credit.rel = "noopener noreferrer";
  credit.textContent = "Charts by TradingView";
  Object.assign(credit.style, { marginLeft: "8px", color: "#7a7f8a", pointerEvents: "auto" });
  caption.append(title, credit);
  container.appendChild(caption);

  var chart = library.createChart(container, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: "solid", color: theme.background },
      textColor: theme.text,
    },
    grid: { vertLines: { color: theme.grid }, horzLines: { color: theme.grid } },
    timeScale: { timeVisible: true, secondsVisible: false },
  });
  var series = chart.addSeries(library.CandlestickSeries, {
    upColor: "#26a69a", downColor: "#ef5350", borderVisible: false, wickUpColor: "#26a69a", wickDownColor: "#ef5350",
  });
  var last = null;
  var isFirst = true;
  var failures = 0;
  var socket = null;
  // When the stream of trades last broke, and whether no trade has come since.
  var brokenMs = null;
  var isBroken = false;
  var afterBreak = 0;
  // Trades that came while candles were asked for.
  var since = null;
  load();

  function findContainer(id) {
    var found = document.getElementById(id);
    if (!found) {
      found = document.createElement("div");
      found.id = id;
      if (script.parentNode && script.parentNode !== document.head) script.parentNode.insertBefore(found, script);
      else document.body.appendChild(found);
    }
    found.style.position = found.style.position || "relative";
    if (found.clientHeight < 50) found.style.height = "400px";
    return found;
  }

  function load() {
    ask()
      .then(function (answer) {
        show(answer.data);
        follow();
      })
      .catch(again);
  }

  // The candles that are shown lack trades which come by no message. The newer ones are drawn into the answer.
  function refresh() {
    if (!document.documentElement.contains(container)) return;
    var followed = socket;
    var mine = (since = []);
    ask()
      .then(function (answer) {
        if (since !== mine || socket !== followed) return;
        since = null;
        show(answer.data);
        mine.forEach(add);
      })
      .catch(function () { followed.close(); });
  }

  function ask() {
    var address = new URL("public/chart-candles", base);
    address.search = new URLSearchParams({ symbol: symbol, interval: interval, limit: String(LIMIT) }).toString();
    return fetch(address, { credentials: "omit" }).then(function (answer) {
      if (!answer.ok) throw new Error("the candles are refused with " + answer.status);
      return answer.json();
    });
  }

  function show(history) {
    title.textContent = history.name + " · " + history.interval + " · UTC";
    series.applyOptions({
      priceFormat: { type: "price", precision: history.precision, minMove: Math.pow(10, -history.precision) },
    });
    var candles = history.candles.map(function (candle) {
      return { time: candle[0] / 1000, open: candle[1], high: candle[2], low: candle[3], close: candle[4] };
    });
    series.setData(withRoom(candles, history.gaps));
    last = candles.length > 0 ? Object.assign({}, candles[candles.length - 1]) : null;
    if (isFirst && candles.length > 0) {
      isFirst = false;
      chart.timeScale().fitContent();
    }
    container.setAttribute("data-candles", String(candles.length));
  }

  // Missing candles keep their room on the axis, so that the candles beside them do not look like neighbours.
  function withRoom(candles, gaps) {
    var taken = {};
    var room = [];
    candles.forEach(function (candle) { taken[candle.time] = true; });
    (gaps || []).forEach(function (gap) {
      var time = Math.ceil(gap.from / 1000 / lengthSeconds) * lengthSeconds;
      for (; time < gap.to / 1000; time += lengthSeconds) if (!taken[time]) room.push({ time: time });
    });
    container.setAttribute("data-missing", String(room.length));
    return candles.concat(room).sort(function (one, other) { return one.time - other.time; });
  }

  function follow() {
    var address = new URL("ws", base);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    var opened = (socket = new WebSocket(address));
    var channel = "trades/" + symbol;
    var heardMs = Date.now();
    // A connection can be gone without a word. Where the page has dropped the chart, it ends.
    var looking = setInterval(function () {
      var isShown = document.documentElement.contains(container);
      if (!isShown || Date.now() - heardMs > SILENCE_MS) opened.close();
      else if (opened.readyState === 1) opened.send('{"ping":1}');
    }, LOOK_MS);
    opened.onopen = function () {
      failures = 0;
      opened.send(JSON.stringify({ subscribe: channel }));
    };
    opened.onmessage = function (event) {
      heardMs = Date.now();
      var message = JSON.parse(event.data);
      if (message.channel !== channel) return;
      if (message.data) message.data.forEach(add);
      noteBreak(message);
      container.setAttribute("data-live", String(message.seq || 0));
    };
    opened.onclose = function () {
      clearInterval(looking);
      clearTimeout(afterBreak);
      since = null;
      again();
    };
  }

  // A snapshot repeats the break that is among its trades. Trades beside a break may have come before it.
  function noteBreak(message) {
    var has = typeof message.broken === "number";
    var isNew = has && message.broken !== brokenMs;
    var ends = !has && isBroken && message.data && message.data.length > 0;
    if (isNew) brokenMs = message.broken;
    if (!isNew && !ends) return;
    isBroken = isNew;
    clearTimeout(afterBreak);
    afterBreak = setTimeout(refresh, AFTER_BREAK_MS * (0.5 + Math.random()));
  }

  function add(trade) {
    if (since) since.push(trade);
    var price = trade[0];
    var seconds = Math.floor(trade[2] / 1000);
    var time = seconds - (seconds % lengthSeconds);
    if (last && time < last.time) return;
    if (!last || time > last.time) last = { time: time, open: price, high: price, low: price, close: price };
    else {
      last.high = Math.max(last.high, price);
      last.low = Math.min(last.low, price);
      last.close = price;
    }
    series.update(Object.assign({}, last));
  }

  function again() {
    if (!document.documentElement.contains(container)) return;
    failures = Math.min(failures + 1, 5);
    setTimeout(load, 1000 * Math.pow(2, failures - 1) * (0.5 + Math.random()));
  }
})(library, script);
`;
