/**
 * Our own lexicon of the tones of financial headlines: words and phrases, each with how much it says (1 to 3). It was written
 * for headlines about markets, where "surges" is joy and "may" is doubt; it says nothing of other texts.
 */

/** The seven tones, in the order in which they are shown. */
export const TONES = ["anger", "fear", "joy", "sadness", "analytical", "confident", "tentative"] as const;
export type Tone = (typeof TONES)[number];

/** Lines of `weight: word, phrase of words, ...`. Endings are taken off before words are compared. */
export const LEXICON: Readonly<Record<Tone, readonly string[]>> = {
  anger: [
    "3: outrage, furious, fury, slams, blasts, lashes out, scam, fraud, fraudster, swindle, rug pull, ponzi, backlash, accuses, condemns, denounces, outcry, angry, anger, theft, stolen, steals, rant, uproar",
    "2: lawsuit, sues, sued, suing, class action, indicted, indictment, charged, charges, alleges, allegations, guilty, convicted, arrested, arrest, illegal, violates, violation, misled, deceive, dispute, feud, clash, criticizes, criticises, criticism, protest, revolt, hits back, crackdown, manipulation, insider trading, money laundering, launder, attacks, rejects claims, threatens, demands, raid, seizes, seized",
    "1: fine, fined, penalty, blames, boycott, battle, fight, rebuke, probe, war of words, complaint",
  ],
  fear: [
    "3: panic, crash, crashes, collapse, collapses, fear, fears, meltdown, contagion, hack, hacked, hacker, exploit, exploited, breach, bank run, capitulation, catastrophe, crisis, insolvency, insolvent, bankruptcy, plunges, plummets, freefall, free fall, danger, terror, systemic risk",
    "2: risk, risks, risky, warns, warning, warn, worry, worries, worried, concern, concerns, threat, vulnerability, vulnerable, sell off, selloff, liquidation, liquidations, liquidated, halts withdrawals, pauses withdrawals, suspends withdrawals, freeze, freezes, volatile, turmoil, tumble, tumbles, dump, dumping, drained, attack, ban, bans, bear market, recession, uncertainty, alarm, nervous, jitters, scare, emergency, default, depeg, depegs, loses peg, phishing, malware, ransomware, panic selling",
    "1: drop, drops, falls, slide, slides, sinks, pressure, caution, cautious, delist, delists, delisting, investigation, outage, suspended, suspends, exposure",
  ],
  joy: [
    "3: soars, surges, skyrockets, celebrates, celebration, triumph, all time high, record high, new high, euphoria, jubilant, wins approval, bull run, moon, breakthrough, milestone, thrilled, delight, victory, happy",
    "2: rally, rallies, jumps, gains, gain, boom, booming, bullish, profit, profits, wins, win, won, approves, approved, approval, success, successful, celebrate, boost, boosts, recovers, recovery, rebound, rebounds, record inflows, adoption, embraces, excited, welcome, welcomes, outperforms, best, upgrade, upgrades, awarded, airdrop, rewards, green light, inflows, optimism, optimistic, applauds, praises, freed, pardon, acquitted, cleared",
    "1: rises, rise, climbs, grows, growth, up, positive, launches, partners, partnership, raises, expands, opens, listed, lists, unveils, adds, support, supports, reaches, passes, tops",
  ],
  sadness: [
    "3: bankrupt, files for bankruptcy, dies, death, dead, mourns, tragedy, tragic, devastated, ruined, wiped out, heartbreak, regret, regrets, sad, grief, suicide, obituary, despair",
    "2: layoffs, lays off, cuts jobs, job cuts, losses, loss, lost, loses, shuts down, shuts, shutdown, shutting down, closes, closing, closure, winds down, fails, failed, failure, slump, slumps, disappoints, disappointing, disappointment, apologizes, apologises, sorry, quits, resigns, steps down, victims, victim, worst, bleeding, gloom, bleak, woes, suffers, struggling, struggles, abandons, abandoned, cancels, canceled, cancelled, outflows, decline, declines, writes off, underwater, lowest",
    "1: falls, drops, down, weak, weakness, misses, delayed, delays, leaves, exit, exits, ends, low, lower, cuts, halt, slows, fade, fades",
  ],
  analytical: [
    "3: analysis, analyst, analysts, data shows, on chain data, study, research, report finds, according to data, explained, price prediction, technical analysis, how it works, deep dive, explainer, breakdown, statistics, metrics, survey, why",
    "2: report, reports, data, chart, charts, indicator, indicators, model, compared, comparison, correlation, review, examines, overview, recap, guide, what is, what to know, key levels, resistance, support level, support levels, moving average, rsi, metric, index, percent of, quarter, quarterly, earnings, estimates, findings, evidence, measure, ratio, breaks down, versus, vs, here is what, takeaways, outlook, forecast, trend, trends, insights, researchers, economist, economists, shows, reveals",
    "1: explains, looks at, weekly, monthly, average, supply, volume, figures, history, how",
  ],
  confident: [
    "3: will, guarantees, guaranteed, definitely, certainly, certain, undoubtedly, no doubt, confident, confidence, inevitable, assures, vows, pledges, confirms, confirmed, must, never been",
    "2: commits, commitment, promises, announces, officially, official, secured, secures, determined, convinced, insists, declares, proves, proven, strong, stronger, strongest, ready, sets, leads, leading, dominates, dominance, first ever, doubles down, reaffirms, reiterates, finalizes, finalises, completes, completed, signs, mandate",
    "1: launches, plans to, approves, approved, largest, biggest, major, key, set to, poised to, wins",
  ],
  tentative: [
    "3: may, might, could, possibly, perhaps, maybe, unclear, uncertain, uncertainty, rumor, rumors, rumour, rumours, speculation, speculates, reportedly, allegedly, potentially, unconfirmed, question, questions, mulls, weighs, considers, considering, whether, doubt, doubts",
    "2: appears, seems, suggests, hints, hint, likely, unlikely, expected, expects, expect, explores, exploring, potential, possible, probably, would, if, eyes, eyeing, in talks, talks, proposal, proposes, proposed, debate, believes, thinks, predicts, prediction, awaits, hopes, hope, wait, await, pending, hesitant, mixed, tests, pilot, trial, alleged, claims, some, should, can",
    "1: plans, aims, seeks, ahead of, looks to, up to, near, nearly, almost, about, around, tentative",
  ],
};

/** Take what follows them within three words out of the count. */
export const NEGATIONS = words(
  "not no never without denies deny denied nor neither cannot cant wont isnt arent doesnt dont didnt none avoids avoid avoided prevents prevent",
);

/** Make what follows them, or stands before them by one word, count for more, or for less. */
export const STRONGER = words(
  "very sharply massive massively huge hugely record major extreme extremely biggest strongly heavily dramatically steep steeply worst historic total completely utterly soaring mass",
);
export const WEAKER = words(
  "slightly slight modest modestly minor mild mildly small somewhat partly little briefly marginally marginal",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
