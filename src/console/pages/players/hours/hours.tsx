/** Players per hour: how many were on the servers at which time, as bars and as a table. */
import { useMemo } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { LineChart } from "../../../parts/line-chart.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { LookupPage } from "../lookup-page.tsx";
import { hourRows, type HourRow } from "./hour-rows.ts";

const T = texts.players.hours;
/** The lookup answers the same for a minute. */
const EVERY_MS = 300_000;
const USUAL_DAYS = "7";
const SPANS = Object.entries(T.spans);

export function Hours() {
  return (
    <LookupPage title={T.title}>
      <HoursOfServers />
    </LookupPage>
  );
}

function HoursOfServers() {
  const [server, setServer] = useParam("server");
  const [asked, setDays] = useParam("days");
  const days = SPANS.some(([value]) => value === asked) ? asked : USUAL_DAYS;
  const servers = useAsked((signal) => players.system.listServers({}, { signal }), []);
  const hours = useAsked(
    (signal) =>
      players.presence
        .listHours({ days: Number(days), ...(server === "" ? {} : { server }) }, { signal })
        .then(hourRows),
    [server, days],
    { everyMs: EVERY_MS },
  );
  const named = (servers.value ?? []).map(({ Key, Name }) => [Key, Name] as const);
  const isListed = server === "" || named.some(([key]) => key === server);
  const choices = [["", T.allServers] as const, ...named, ...(isListed ? [] : [[server, server] as const])];
  const name = choices.find(([key]) => key === server)?.[1] ?? server;
  return (
    <>
      <div class="fields">
        <Choice
          label={T.server}
          choices={choices}
          value={server}
          onChange={(event) => setServer(event.currentTarget.value)}
        />
        <Choice label={T.span} choices={SPANS} value={days} onChange={(event) => setDays(event.currentTarget.value)} />
      </div>
      <Show
        asked={hours}
        isEmpty={(rows) => rows.every(({ average }) => average === null)}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      >
        {(rows) => <Charted key={server} rows={rows} isOne={server !== ""} title={say(T.of, { name })} />}
      </Show>
    </>
  );
}

interface ChartedProps {
  readonly rows: readonly HourRow[];
  /** One server: its different players are known, too. */
  readonly isOne: boolean;
  readonly title: string;
}

function Charted({ rows, isOne, title }: ChartedProps) {
  const lines = useMemo(() => {
    const average = { title: T.average, values: rows.map((row) => row.average), isBar: true };
    const different = { title: T.players, values: rows.map((row) => row.players) };
    return { times: rows.map(({ ms }) => ms / 1_000), series: isOne ? [average, different] : [average] };
  }, [rows, isOne]);
  const known = rows.filter(({ average, watched }) => average !== null || watched !== null);
  return (
    <Section title={title}>
      <LineChart label={labelOf(rows, title)} times={lines.times} series={lines.series} />
      <p class="faint">{T.gaps}</p>
      <details>
        <summary>{texts.players.asTable}</summary>
        <Table caption={title} columns={columnsOf(isOne)} rows={known.toReversed()} keyOf={({ ms }) => ms} />
      </details>
    </Section>
  );
}

function columnsOf(isOne: boolean): readonly Column<HourRow>[] {
  const different: Column<HourRow> = { title: T.players, isNumber: true, cell: (row) => row.players ?? T.unknown };
  return [
    { title: T.hour, isMain: true, cell: ({ ms }) => <Time at={ms} /> },
    { title: T.average, isNumber: true, cell: ({ average }) => average ?? T.unknown },
    ...(isOne ? [different] : []),
    { title: T.watched, isNumber: true, cell: ({ watched }) => watched ?? T.notNoted },
  ];
}

/** For who cannot see the picture: when the most players were on. */
function labelOf(rows: readonly HourRow[], title: string): string {
  const most = Math.max(...rows.map(({ average }) => average ?? 0));
  const busiest = rows.find(({ average }) => average === most);
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return busiest ? say(T.busiest, { title, most, hour: when.format(busiest.ms) }) : title;
}
