/** The form of a book that is created or edited: its strategies, and what counts of them. */
import type { BooksParams, BooksResult, Profile } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { go, withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.strategies.positionBooks;

export type PositionBook = Extract<BooksResult, readonly unknown[]>[number];

interface BookFormProps {
  /** Without one, it is a new one. */
  readonly book?: PositionBook;
  readonly profiles: readonly Profile[];
  readonly onDone: () => void;
}

export function BookForm({ book, profiles, onDone }: BookFormProps) {
  const once = useSendOnce();
  const closed = withParams({ panel: "" });
  const send = async (entered: Entered): Promise<void> => {
    const params = paramsOf(book, profiles, entered);
    await once(params, (options) => trading.strategies.books(params, options));
    onDone();
    go(closed);
  };
  return (
    <Section title={book?.name ?? T.create} actions={<a href={closed}>{texts.trading.strategies.close}</a>}>
      <ActionForm action={book ? T.save : T.create} done={book ? T.saved : T.created} send={send}>
        <div class="fields">
          <Field label={T.name} name="name" initial={book?.name ?? ""} required maxLength={100} autofocus />
          <Field
            label={T.base}
            name="base"
            hint={T.baseHint}
            initial={book?.base_currency ?? "USD"}
            pattern="[A-Z0-9]{2,16}"
            required
          />
          <Field label={T.codes} name="codes" hint={T.codesHint} initial={book?.codes.join(", ") ?? ""} />
        </div>
        <fieldset>
          <legend>{T.strategies}</legend>
          {profiles.length === 0 && <p>{T.noStrategiesYet}</p>}
          {profiles.map(({ id, name }) => (
            <Check key={id} label={name} name={`profile-${id}`} initial={book?.profiles.includes(id) ?? false} />
          ))}
        </fieldset>
      </ActionForm>
    </Section>
  );
}

function paramsOf(book: PositionBook | undefined, profiles: readonly Profile[], entered: Entered): BooksParams {
  const { name = "", base = "USD", codes = "" } = entered;
  return {
    ...(book ? { action: "edit", id: book.id } : { action: "create" }),
    name,
    base_currency: base,
    codes: codes.split(/[\s,]+/).filter((code) => code !== ""),
    profiles: profiles.map(({ id }) => id).filter((id) => `profile-${id}` in entered),
  };
}
