-- Admins who had a way into an account, because they made it or reset its password or second factor, are looked for at
-- each approval of a withdrawal.
create index audit_openers on trading.audit (owner_id, user_id)
  where action in ('user.create', 'password.reset', 'two_factor.reset');
