/** The fields of an article: a new one, or one that is changed. */
import type { Article, CreateArticleParams, EditArticleParams } from "../../../../../clients/typescript/src/trading.ts";
import { serverNowMs } from "../../../live/server-clock.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check, Field, TextArea } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";
import { localOfSeconds, secondsOfLocal } from "../account/local-time.ts";

const T = texts.trading.myArticles;
const IMAGES = ["image1", "image2", "image3", "image4", "image5", "image6"] as const;

interface ArticleFormProps {
  /** Of the button. */
  readonly action: string;
  readonly done: string;
  /** Undefined for a new one. */
  readonly before?: Article;
  readonly send: (entered: Entered) => Promise<unknown>;
}

export function ArticleForm({ action, done, before, send }: ArticleFormProps) {
  const at = before === undefined ? "" : localOfSeconds(before.publishdate);
  return (
    <ActionForm action={action} done={done} send={send}>
      <Field
        label={T.heading}
        name="title"
        hint={T.titleHint}
        initial={before?.title ?? ""}
        maxLength={200}
        autocomplete="off"
        required
      />
      <TextArea
        label={T.brief}
        name="brief"
        hint={T.briefHint}
        initial={before?.brief ?? ""}
        maxLength={1_000}
        rows={3}
        required
      />
      <TextArea
        label={T.body}
        name="body"
        hint={T.bodyHint}
        initial={before?.body ?? ""}
        maxLength={100_000}
        rows={16}
        required
      />
      <div class="fields">
        <Field label={T.publishAt} name="at" type="datetime-local" hint={T.publishHint} initial={at} />
      </div>
      <Check label={T.draft} name="draft" hint={T.draftHint} initial={before?.state === "draft"} />
      <details open={(before?.images.length ?? 0) > 0}>
        <summary>{T.images}</summary>
        <p class="faint">{T.imagesHint}</p>
        <div class="fields">
          {IMAGES.map((name, index) => (
            <Field
              key={name}
              label={say(T.image, { n: index + 1 })}
              name={name}
              type="url"
              initial={before?.images[index] ?? ""}
              maxLength={2_048}
            />
          ))}
        </div>
      </details>
    </ActionForm>
  );
}

export function newOf(entered: Entered): CreateArticleParams {
  const { at } = entered;
  const publishdate = at === undefined ? Math.floor(serverNowMs() / 1_000) : secondsOfLocal(at);
  return { ...textsOf(entered), publishdate };
}

/** An emptied image is sent as an empty text, which takes it away. The date is sent if it was changed: its field has no seconds. */
export function changedOf(entered: Entered, before: Article): Omit<EditArticleParams, "id"> {
  const { at } = entered;
  const isSame = at === undefined || at === localOfSeconds(before.publishdate);
  return {
    ...Object.fromEntries(IMAGES.map((name) => [name, ""])),
    ...textsOf(entered),
    ...(isSame ? {} : { publishdate: secondsOfLocal(at) }),
  };
}

function textsOf(entered: Entered): Omit<CreateArticleParams, "publishdate"> {
  const { title = "", brief = "", body = "", draft } = entered;
  const images = Object.fromEntries(
    IMAGES.flatMap((name) => (entered[name] === undefined ? [] : [[name, entered[name]]])),
  );
  return { title, brief, body, ...images, draft: draft !== undefined };
}
