-- Deleted sub-accounts, and closed accounts, follow no signals: their places are for others.
update trading.signal_subscriptions u set state = 'cancelled',
  why = case when person.owner_id is null then 'the account was closed' else 'the sub-account was deleted' end
from trading.users person where person.id = u.uid and person.closed_at is not null and u.state <> 'cancelled';
