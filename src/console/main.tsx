/** Where the console begins: a browser loads this file, and the rest when a page needs it. */
import { render } from "preact";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import "./styles/tables.css";
import "./styles/overlays.css";
import "./styles/facts.css";
import "./styles/home.css";
import "./styles/market.css";
import "./styles/money.css";
import "./styles/players.css";
import { followMailLinks } from "./shell/mail-links.ts";
import { App } from "./shell/app.tsx";
import { followTheme } from "./shell/theme.ts";

followTheme();
followMailLinks();
const place = document.getElementById("app");
if (place) render(<App />, place);
