/** Texts of a file that follow a rule which schemas cannot say, or would say in words that help no operator. */
import { Type } from "typebox";

/** Answers what would be right, such as `must be a name on one line`, or undefined for a text that is right. */
export type TextRule = (text: string) => string | undefined;

/** The schema of a text that is right by a rule. Problems are described in the rule's words. */
export function ruledText(rule: TextRule) {
  const fits = (written: string): boolean => rule(written) === undefined;
  return Type.Refine(Type.String(), fits, (written) => rule(written) ?? "");
}
