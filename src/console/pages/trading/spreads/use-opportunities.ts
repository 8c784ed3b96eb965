/** Opportunities as the platform pushes them, once a second, with the fees that it lists. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import type { Failure } from "../../../live/failure.ts";
import { followChannel } from "../../../live/push.ts";
import { serverNowMs } from "../../../live/server-clock.ts";
import { seenNow, type Fees, type Seen } from "./opportunities.ts";

/** Fees change with the terms of an exchange; new combinations need them soon. Half a dozen requests a minute. */
const FEES_EVERY_MS = 10_000;
const LIMIT = 1_000;

interface Opportunities {
  /** Undefined until the first message. */
  readonly seen: Seen | undefined;
  readonly fees: Asked<Fees>;
  readonly failure: Failure | undefined;
}

/** What a message is compared with when it comes. */
interface Latest {
  seen: Seen | undefined;
  fees: Fees;
  look: (before: Seen | undefined, now: Seen) => void;
}

/**
 * @param followsHidden whether to go on while the page is not looked at, as an alert needs it
 * @param look is shown what was seen before and what is seen now
 */
export function useOpportunities(
  followsHidden: boolean,
  look: (before: Seen | undefined, now: Seen) => void,
): Opportunities {
  const fees = useAsked<Fees>(
    async (signal) => {
      const { opportunities } = await trading.market.listBitcoinProfits({ limit: LIMIT }, { signal });
      return new Map(opportunities.map(({ code, fees_percent }) => [code, fees_percent]));
    },
    [],
    { everyMs: FEES_EVERY_MS },
  );
  const [seen, setSeen] = useState<Seen>();
  const [failure, setFailure] = useState<Failure>();
  const latest = useRef<Latest>({ seen, fees: new Map(), look });
  latest.current.look = look;
  // Fees of combinations that are gone now are kept: they may come back before the next answer.
  if (fees.value) latest.current.fees = new Map([...latest.current.fees, ...fees.value]);

  useEffect(() => {
    let end: (() => void) | undefined;
    const follow = (): void => {
      const isWanted = followsHidden || !document.hidden;
      if (isWanted && end === undefined) {
        end = followChannel(
          "arbitrage",
          ({ data, seq }) => {
            if (!data) return;
            const { seen: before, fees: known, look: show } = latest.current;
            // The first message after a break: what ended in it is not known.
            const next = seenNow(seq === 1 ? undefined : before, data, known, serverNowMs());
            const now = seq === 1 ? { ...next, ended: before?.ended ?? [] } : next;
            latest.current.seen = now;
            setSeen(now);
            show(before, now);
          },
          setFailure,
        );
      } else if (!isWanted && end !== undefined) {
        end();
        end = undefined;
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      end?.();
    };
  }, [followsHidden]);
  return { seen, fees, failure };
}
