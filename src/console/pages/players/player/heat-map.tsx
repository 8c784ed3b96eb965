/** The hours of the week in which a player plays, as a heat map and as a table. */
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { playtimeText } from "../span-text.ts";
import { shadeOf, weekHours, type SessionSpan, type WeekHours } from "./week-hours.ts";

const T = texts.players.player.heat;
const [LEFT, TOP, CELL, GAP] = [34, 16, 14, 2];
const LABELLED_HOURS = [0, 6, 12, 18];

/** Monday to Sunday, as the browser's language has them. 1970-01-05 was a Monday. */
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "short", timeZone: "UTC" });
const DAYS = Array.from({ length: 7 }, (_, day) => DAY.format(Date.UTC(1970, 0, 5 + day)));

export function HeatMap({ sessions }: { readonly sessions: readonly SessionSpan[] }) {
  const week = weekHours(sessions);
  return (
    <>
      <Picture week={week} />
      <p class="faint">{T.local}</p>
      <details>
        <summary>{texts.players.asTable}</summary>
        <Table caption={T.title} columns={COLUMNS} rows={rowsOf(week)} keyOf={({ day, hour }) => day * 24 + hour} />
      </details>
    </>
  );
}

function Picture({ week }: { readonly week: WeekHours }) {
  const most = Math.max(1, ...week.flat());
  const size = `0 0 ${LEFT + 24 * CELL} ${TOP + 7 * CELL}`;
  return (
    <svg class="heat" viewBox={size} role="img" aria-label={labelOf(week)}>
      {LABELLED_HOURS.map((hour) => (
        <text key={hour} x={LEFT + hour * CELL} y={TOP - 5}>
          {hour}:00
        </text>
      ))}
      {week.map((hours, day) => (
        <g key={day}>
          <text x={0} y={TOP + day * CELL + CELL - GAP - 2}>
            {DAYS[day]}
          </text>
          {hours.map((seconds, hour) => (
            <rect
              key={hour}
              class={`shade-${shadeOf(seconds, most)}`}
              x={LEFT + hour * CELL}
              y={TOP + day * CELL}
              width={CELL - GAP}
              height={CELL - GAP}
              rx={2}
            >
              <title>{say(T.cell, { day: DAYS[day] ?? "", hour, time: playtimeText(seconds) })}</title>
            </rect>
          ))}
        </g>
      ))}
    </svg>
  );
}

interface Row {
  readonly day: number;
  readonly hour: number;
  readonly seconds: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: T.day, isMain: true, cell: ({ day }) => DAYS[day] },
  { title: T.hour, isNumber: true, cell: ({ hour }) => `${hour}:00` },
  { title: T.played, isNumber: true, cell: ({ seconds }) => playtimeText(seconds) },
];

/** Hours without play are left out. */
function rowsOf(week: WeekHours): readonly Row[] {
  return week.flatMap((hours, day) => hours.flatMap((seconds, hour) => (seconds > 0 ? [{ day, hour, seconds }] : [])));
}

function labelOf(week: WeekHours): string {
  const busiest = rowsOf(week).toSorted((one, other) => other.seconds - one.seconds)[0];
  if (!busiest) return T.title;
  const { day, hour, seconds } = busiest;
  return say(T.busiest, { day: DAYS[day] ?? "", hour, time: playtimeText(seconds) });
}
