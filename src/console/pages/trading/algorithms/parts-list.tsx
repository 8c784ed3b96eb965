/** Conditions or rows of an algorithm of one's own, as sentences. Each is edited where it stands, or removed. */
import type { ComponentChildren } from "preact";
import { go, query, withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.algorithms;

interface PartsListProps<Part> {
  /** Which part is edited stands in the address: this and the part's id. */
  readonly kind: keyof typeof T.editLabels;
  readonly parts: readonly Part[];
  readonly sentenceOf: (part: Part) => string;
  /** The form for a part. It calls `close` when it has sent it. */
  readonly editorOf: (part: Part, close: () => void) => ComponentChildren;
  readonly remove: (id: string) => Promise<unknown>;
  readonly onChange: () => void;
}

export function PartsList<Part extends { readonly id: string; readonly position: number }>(
  props: PartsListProps<Part>,
) {
  const { kind, parts, sentenceOf, editorOf, remove, onChange } = props;
  const edited = query.value.get("edit");
  const close = (): void => go(withParams({ edit: undefined }), { replace: true });
  return (
    <ol class="spoken" start={0}>
      {parts.map((part) => {
        const name = `${kind}-${part.id}`;
        const isEdited = edited === name;
        return (
          <li key={part.id}>
            {sentenceOf(part)}
            <div class="actions">
              <a
                class="button"
                href={withParams({ edit: isEdited ? undefined : name })}
                aria-label={say(isEdited ? T.closeLabels[kind] : T.editLabels[kind], { n: part.position })}
              >
                {isEdited ? texts.dialog.close : T.edit}
              </a>
              <ActionForm isMinor action={T.remove} done={T.removed} send={() => remove(part.id).then(onChange)} />
            </div>
            {isEdited && <div class="panel">{editorOf(part, close)}</div>}
          </li>
        );
      })}
    </ol>
  );
}
