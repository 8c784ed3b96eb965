/** What an admin may do to a user. The platform decides; here only what it would refuse for certain is left out. */
import type { AdminUser, SetRoleParams } from "../../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../../live/clients.ts";
import type { TradingUser } from "../../../../live/identity.ts";
import { useSendOnce } from "../../../../live/send-once.ts";
import type { Entered } from "../../../../parts/action-form.tsx";
import { Confirm } from "../../../../parts/confirm.tsx";
import { Danger } from "../../../../parts/dialog.tsx";
import { Choice } from "../../../../parts/field.tsx";
import { say, texts } from "../../../../say.ts";
import type { Issued } from "./made-link.tsx";
import { Reason } from "./reason.tsx";
import { refusedHere } from "./refused-here.ts";

const T = texts.trading.users;
const GIVEN_ROLES = [
  ["user", T.roles.user],
  ["support", T.roles.support],
] as const;

interface UserActionsProps {
  readonly user: AdminUser;
  readonly admin: TradingUser;
  /** Reads the user again. */
  readonly onChange: () => void;
  readonly onIssued: (issued: Issued) => void;
  /** Strategies of a disabled account trade on. */
  readonly onActiveStrategies: (ids: readonly string[]) => void;
}

export function UserActions(props: UserActionsProps) {
  const { user, admin } = props;
  const refused = refusedHere(user, admin);
  return (
    <>
      {refused.why.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div class="actions">
        {!refused.all && (user.status === "enabled" ? <Disable {...props} /> : <Enable {...props} />)}
        {!refused.all && user.owner_uid === null && <SetRole {...props} />}
        {!refused.password && <ResetPassword {...props} />}
        {!refused.twoFactor && <ResetTwoFactor {...props} />}
      </div>
    </>
  );
}

/** Sends a change of this user, which counts once. */
function useChange({ user }: Pick<UserActionsProps, "user">) {
  const once = useSendOnce();
  return <Result, More extends object>(
    { reason = "" }: Entered,
    more: More,
    send: (params: More & { readonly uid: number; readonly reason: string }, options: object) => Promise<Result>,
  ): Promise<Result> => {
    const params = { ...more, uid: Number(user.uid), reason };
    return once(params, (options) => send(params, options));
  };
}

function Disable(props: UserActionsProps) {
  const { user, onChange, onActiveStrategies } = props;
  const change = useChange(props);
  return (
    <Danger
      action={T.disable}
      question={say(T.disableAsk, { username: user.username })}
      consequence={<p>{T.disableWhat}</p>}
      name={user.username}
      done={T.disabled}
      send={async (entered) => {
        const made = await change(entered, {}, (params, options) => trading.admin.disableUser(params, options));
        onActiveStrategies(made.active_strategies);
        onChange();
      }}
    >
      <Reason />
    </Danger>
  );
}

function Enable(props: UserActionsProps) {
  const { user, onChange, onActiveStrategies } = props;
  const change = useChange(props);
  return (
    <Confirm
      action={T.enable}
      question={say(T.enableAsk, { username: user.username })}
      consequence={<p>{T.enableWhat}</p>}
      done={T.enabled}
      send={async (entered) => {
        await change(entered, {}, (params, options) => trading.admin.enableUser(params, options));
        onActiveStrategies([]);
        onChange();
      }}
    >
      <Reason />
    </Confirm>
  );
}

/** What was an admin cannot be made one again here. */
function SetRole(props: UserActionsProps) {
  const { user, onChange } = props;
  const change = useChange(props);
  const send = async (entered: Entered): Promise<void> => {
    const role = (entered["role"] ?? "user") as SetRoleParams["role"];
    await change(entered, { role }, (params, options) => trading.admin.setRole(params, options));
    onChange();
  };
  const asked = {
    action: T.setRole,
    question: say(T.setRoleAsk, { username: user.username }),
    done: T.roleSet,
    send,
  };
  const fields = (
    <>
      <Choice
        label={T.columns.role}
        name="role"
        choices={GIVEN_ROLES.filter(([role]) => role !== user.role)}
        hint={T.roleHint}
      />
      <Reason />
    </>
  );
  return user.role === "admin" ? (
    <Danger {...asked} name={user.username} consequence={<p>{T.setRoleOfAdmin}</p>}>
      {fields}
    </Danger>
  ) : (
    <Confirm {...asked} consequence={<p>{T.setRoleWhat}</p>}>
      {fields}
    </Confirm>
  );
}

function ResetPassword(props: UserActionsProps) {
  const { user, onChange, onIssued } = props;
  const change = useChange(props);
  return (
    <Danger
      action={T.resetPassword}
      question={say(T.resetPasswordAsk, { username: user.username })}
      consequence={<p>{T.resetPasswordWhat}</p>}
      name={user.username}
      done={T.passwordReset}
      send={async (entered) => {
        onIssued(await change(entered, {}, (params, options) => trading.admin.resetPassword(params, options)));
        onChange();
      }}
    >
      <Reason />
    </Danger>
  );
}

function ResetTwoFactor(props: UserActionsProps) {
  const { user, onChange } = props;
  const change = useChange(props);
  return (
    <Danger
      action={T.resetTwoFactor}
      question={say(T.resetTwoFactorAsk, { username: user.username })}
      consequence={<p>{T.resetTwoFactorWhat}</p>}
      name={user.username}
      done={T.twoFactorReset}
      send={async (entered) => {
        await change(entered, {}, (params, options) => trading.admin.resetTwoFactor(params, options));
        onChange();
      }}
    >
      <Reason />
    </Danger>
  );
}
