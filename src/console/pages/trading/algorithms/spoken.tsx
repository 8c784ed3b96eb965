/** An algorithm read aloud: its conditions as one sentence with "and" and "or", then its rows in their order. */
import type { Condition, Execution, Profile } from "../../../../../clients/typescript/src/trading.ts";
import { texts } from "../../../say.ts";
import { executionSentence, joinedSentence } from "./sentences.ts";

const T = texts.trading.sentences;

interface SpokenProps {
  readonly conditions: readonly Condition[];
  readonly executions: readonly Execution[];
  /** With its values. */
  readonly profile?: Profile;
}

export function Spoken({ conditions, executions, profile }: SpokenProps) {
  const isTimed = conditions.length === 0 || profile?.noconditions === true;
  return (
    <>
      {isTimed ? (
        <p>{T.always}</p>
      ) : (
        <ul class="spoken">
          {conditions.map((condition) => (
            <li key={condition.id}>{joinedSentence(condition, profile?.conditions[condition.position])}</li>
          ))}
        </ul>
      )}
      <ol class="spoken" start={0}>
        {executions.map((execution) => (
          <li key={execution.id}>
            {execution.label !== "" && <strong>{execution.label}: </strong>}
            {executionSentence(execution, profile?.executions[execution.position])}
          </li>
        ))}
      </ol>
    </>
  );
}
