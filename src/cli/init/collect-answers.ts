/** Answers from options, from an operator at a terminal, or from the defaults. */
import { UserError } from "../../kit/errors/user-error.ts";
import { isAsked, problemOf, QUESTIONS, tidied, type Answers, type Question } from "./questions.ts";
import type { Terminal } from "./terminal.ts";

/**
 * @param given options of the command line, by flag
 * @param terminal asks what is not given; undefined where the defaults are to be taken
 * @throws UserError for an option that cannot be used, and for options that are needed and missing, all at once
 */
export async function collectAnswers(given: Answers, terminal: Terminal | undefined): Promise<Answers> {
  const answers: Record<string, string> = {};
  const missing: string[] = [];
  for (const question of QUESTIONS) {
    const { flag, byDefault } = question;
    const typed = given[flag];
    const option = typed === undefined ? undefined : tidied(question, typed);
    if (option !== undefined) requireUsable(question, option);
    if (!isAsked(question, answers)) {
      if (option !== undefined && option !== byDefault) {
        throw new UserError(`--${flag} means nothing beside the other options. Leave it out, or change those.`);
      }
      continue;
    }
    if (option !== undefined) answers[flag] = option;
    else if (terminal) answers[flag] = await askUntilUsable(question, terminal);
    else if (byDefault !== undefined) answers[flag] = byDefault;
    else missing.push(`--${flag}`);
  }
  if (missing.length > 0)
    throw new UserError(`These options have no default and must be given: ${missing.join(", ")}.`);
  return answers;
}

/** The options behind the questions, for a command without a terminal. */
export function askedFlags(given: Answers): readonly string[] {
  const withDefaults: Record<string, string> = {};
  const asked: string[] = [];
  for (const question of QUESTIONS) {
    if (!isAsked(question, withDefaults)) continue;
    const { flag, byDefault = "" } = question;
    if (given[flag] === undefined) asked.push(`--${flag}`);
    withDefaults[flag] = given[flag] ?? byDefault;
  }
  return asked;
}

function requireUsable(question: Question, answer: string): void {
  const why = problemOf(question, answer);
  if (why !== undefined) throw new UserError(`--${question.flag} ${why}.`);
}

async function askUntilUsable(question: Question, terminal: Terminal): Promise<string> {
  const { asks, byDefault, isSecret } = question;
  for (;;) {
    const typed = isSecret === true ? await terminal.askSecret(asks) : await terminal.ask(asks, byDefault);
    const answer = typed === "" ? (byDefault ?? "") : tidied(question, typed);
    const why = problemOf(question, answer);
    if (why === undefined) return answer;
    terminal.tell(`That ${why}.`);
  }
}
