-- What is due to the platform is collected first, however many charges of authors are due as well.
create index dues_unpaid_to_platform on trading.dues (owner_uid, id)
  where entry_id is null and amount is not null and payee_uid is null;
