/**
 * Our own lexicon of the tones of financial headlines: words and phrases, each with how much it says (1 to 3). It was
 * written for headlines about markets, where "surges" is joy and "may" is doubt; it does not fit other texts.
 */

/** The seven tones, in the order in which they are shown. */
export const TONES = ["anger", "fear", "joy", "sadness", "analytical", "confident", "tentative"] as const;
export type Tone = (typeof TONES)[number];

/**
 * Lines of `weight: word, phrase of words, ...`. Endings are removed before words are compared, and a number matches
 * any number.
 */
export const LEXICON: Readonly<Record<Tone, readonly string[]>> = {
  anger: [
    "3: outrage, outraged, enrages, furious, fury, slams, blasts, lashes out, scam, fraud, fraudster, swindle, cheated, deceived, rug pull, ponzi, backlash, accuses, condemns, denounces, disgraceful, shameful, outcry, angry, anger, theft, stolen, steals, rant, rage, uproar, revolt, lied, perjury, walk out",
    "2: lawsuit, sues, sue, sued, suing, class action, indicted, indictment, charged, charges, alleges, allegations, guilty, convicted, convicts, arrested, arrest, illegal, violates, violation, misled, deceive, dispute, feud, clash, criticizes, criticises, criticism, protest, hits back, hits out, crackdown, manipulation, insider trading, insiders, front run, money laundering, launder, laundered, attacks, rejects claims, demands, seizes, seized, criminals, complaint, baseless, scolds, raps, confront, whistleblower, bust, fined, prison, jailed, blame, blames, victim, insults, bitter, extortion, ransomware, vanishes, we will fight",
    "1: fine, penalty, boycott, battle, fight, rebuke, probe, war of words, court, police, prosecutors, judge, secret, accountable, gang, raid, threatens",
  ],
  fear: [
    "3: panic, crash, crashes, collapse, collapses, fear, fears, dread, meltdown, contagion, hack, hacked, hacker, exploit, exploited, breach, bank run, capitulation, catastrophe, crisis, insolvency, insolvent, bankruptcy, plunges, plummets, nosedives, freefall, free fall, danger, terror, systemic risk, at risk, zero day, ransomware, kidnappers, wiped out, blow up, sounds alarm, on edge, bloodbath, unable to withdraw",
    "2: risk, risks, risky, warns, warning, warn, worry, worries, worried, concern, concerns, threat, threatens, vulnerability, vulnerable, flaw, bug, sell off, selloff, heavy selling, liquidation, liquidations, liquidated, halts withdrawals, pauses withdrawals, suspends withdrawals, withdrawals halted, gates redemptions, freeze, freezes, frozen, volatile, volatility explodes, turmoil, tumble, tumbles, tanks, dump, dumping, drained, drains, attack, ban on, bans, bear market, recession, uncertainty, alarm, nervous, jitters, scare, spook, rattle, rattles, reeling, shock, emergency, default, depeg, depegs, loses peg, phishing, malware, malicious, panic selling, dark clouds, goes dark, stress, under fire, rush for the exit, flee, stay away, leaked, limbo, raid, scramble, suspicious, extinction, brace, looming, in the red, blind spots, liquidity dries up, empties wallets",
    "1: drop, drops, falls, slide, slides, sinks, sink, pressure, caution, investigation, outage, stalls, suspended, suspends, exposure, hackers, flags, urges, heavy, losses, gone",
  ],
  joy: [
    "3: soars, soar, surges, skyrockets, celebrates, celebration, triumph, all time high, record high, fresh record, new high, euphoria, jubilant, wins approval, bull run, moon, breakthrough, milestone, thrilled, delight, victory, happy, winning, best day, best ever, best month, high spirits, flawless, without a hitch, made whole, roaring back, bounces back, cheer, cheers, laugh, winner",
    "2: rally, rallies, jumps, leaps, gains, gain, boom, booming, bull, bulls, bullish, profit, profits, profitable, wins, win, won, approves, approved, success, successful, celebrate, boost, boosts, recovers, recovery, rebound, rebounds, record inflows, adoption, embraces, excited, welcome, welcomes, outperforms, best, awarded, airdrop, green light, inflows, optimism, optimistic, applauds, praises, hailed, freed, pardon, acquitted, prize, fair shot, healthier, thaw, signs of life, punches through, breaks out, smashes, doubles, up 10, highest level, sunny, brightens, hopeful, relief, for the first time, raises 10, passes 10, becomes first, first to, erases, cleared of",
    "1: rises, rise, climbs, grows, growth, up, positive, partners, partnership, raises, expands, reaches, passes, tops, highest, full licence, licence, rewards, rescue, approval, triples",
  ],
  sadness: [
    "3: bankrupt, files for bankruptcy, chapter 11, dies, death, dead, passes away, mourns, mourn, tragedy, tragic, devastated, ruined, heartbreak, regret, regrets, sad, grief, suicide, obituary, despair, worthless, goes under, goes bust, lonely, end of an era, disappointing, shuts down, for good, remembering, lost it all, hopes dashed",
    "2: layoffs, lays off, cuts jobs, job cuts, job losses, at a loss, losses deepen, lost, loses, shuts, shutdown, shutting down, closes its doors, closure, winds down, fails, failed, failure, slump, slumps, disappoints, disappointment, apologizes, apologises, sorry, quits, resigns, steps down, steps back, worst, bleed, bleeding, gloom, bleak, woes, suffers, struggling, struggles, abandons, abandoned, cancels, canceled, cancelled, called off, scrapped, withdrawn, pulls out, pull out, outflows, decline, declines, dwindle, shrink, dries up, writes off, underwater, lowest, disbands, exodus, sunsets, gives up, give up, weak uptake, burnout, claims another, went wrong, all time low, blame, slips, forced to sell",
    "1: falls, drops, down, weak, weakness, misses, delayed, delays, leaves, leave, left, exit, exits, ends, end, low, lower, cuts, halt, slows, fade, fades, last, closes, empty, nothing, almost nothing, closing",
  ],
  analytical: [
    "3: analysis, analyst, analysts, data shows, on chain data, study, research, report finds, according to data, explained, price prediction, technical analysis, how it works, deep dive, explainer, breakdown, statistics, metrics, survey, why, in numbers, by the numbers, behind the figures, in charts, compared, comparing, post mortem, timeline, reasons, case study, guide, chart of, examine, examines, median, takeaways, ranked, technicals, breaks down, dissecting",
    "2: chart, charts, charting, indicator, indicators, model, models, comparison, correlation, overview, recap, what to know, key levels, resistance, support level, support levels, moving average, rsi, metric, index, percent of, quarterly, earnings, estimates, estimate, findings, evidence, measure, ratio, versus, vs, here is what, forecast, trends, insights, economist, economists, options market, open interest, put call, by region, by issuer, learned, traced, inside the code, difference between, anatomy of, numbers, patterns, the state of, simulation, implies, podcast notes, review of, new numbers, report finds, data points",
    "1: explains, looks at, weekly, monthly, average, supply, volume, volumes, figures, history, shows, reveals, trend, options, funding, basis, leveraged, points to, proof, quarter, report, data, researchers, review, paper, outlook",
  ],
  confident: [
    "3: guarantees, guaranteed, definitely, certainly, certain, undoubtedly, no doubt, confident, confidence, inevitable, assures, vows, pledges, confirms, confirmed, must, never been, full stop, sure thing, will never, makes it clear, is clear, rules out, determined, stands by, insists, no ifs, here to stay, nothing will stop, never to, nothing can",
    "2: commits, commitment, promises, announces, officially, official, secured, secures, convinced, declares, proves, prove, proven, strongest, dominates, doubles down, reaffirms, reiterates, finalizes, finalises, signed, mandate, sure, permanent, final, locked in, firm date, fully backed, cements, signs off, adopts, ends ban, rejects bid, we will, will not, will keep, dismisses, full licence, done and dusted, takes effect, court orders",
    "1: will, plans to, approves, approved, largest, biggest, key, set to, poised to, strong, stronger, sets, leads, lead, leading, ready, full, fully, safe, completes, completed, clear, goes live, sign",
  ],
  tentative: [
    "3: may, might, could, possibly, perhaps, maybe, unclear, uncertain, uncertainty, unsure, undecided, rumor, rumors, rumour, rumours, rumored, speculation, speculates, reportedly, allegedly, potentially, unconfirmed, question, questions, mulls, weighs, weigh, considers, consider, considering, whether, doubt, doubts, guess, guesses, said to, wonders, what if, floats, probably, unlikely, likely, hints, hint, too early, possible, potential, suggests, suggest, mystery, neither",
    "2: appears, appear, seems, seem, expected, explores, exploring, would, if, eyes, eye, eyeing, in talks, discussions, proposal, proposes, proposed, debate, predicts, prediction, awaits, await, awaiting, pending, hesitant, mixed, test, pilot, trial, alleged, some, should, draft, looks to, disagree, treads water, stuck between, sideways, cautious optimism, implies, signs of, expect, split on, believe, thinks, depending, close to deal, open to, waits for, wait for",
    "1: plans, aims, seeks, ahead of, up to, near, nearly, almost, about, around, tentative, sources, claims, can, hope",
  ],
};

/** Take what follows them within three words out of the count. */
export const NEGATIONS = words(
  "not no never without denies deny denied nor neither cannot cant wont isnt arent doesnt dont didnt none avoids avoid avoided prevents prevent lifts",
);

/** Words that strengthen or weaken the word after them, or the word before them. */
export const STRONGER = words(
  "very sharply massive massively huge hugely record major extreme extremely biggest strongly heavily dramatically steep steeply worst historic total completely utterly soaring mass",
);
export const WEAKER = words(
  "slightly slight modest modestly minor mild mildly somewhat partly little briefly marginally marginal",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
