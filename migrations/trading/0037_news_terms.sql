-- Keywords of users that are the same words are one term: found, stored and counted once, however many follow it.

create table trading.news_terms (
  id bigint generated always as identity (start with 1000001) primary key,
  -- As in trading.news_articles.
  words text not null,
  -- Rises from term to term. Null until what is there has been looked through: articles are matched from then on.
  version bigint unique,
  -- Articles that it was ever found in.
  articles integer not null default 0,
  last_match_at timestamptz,
  -- It has no followers, and is taken away piece by piece.
  is_going boolean not null default false
);

create unique index news_terms_words on trading.news_terms (words) where not is_going;
create index news_terms_going on trading.news_terms (id) where is_going;

create table trading.news_term_matches (
  term_id bigint not null references trading.news_terms (id) on delete cascade,
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  primary key (term_id, article_id)
);

create index news_term_matches_article on trading.news_term_matches (article_id);

insert into trading.news_terms (words, version, last_match_at)
  select words, row_number() over (order by min(id)), max(last_match_at) from trading.news_keywords group by words;

alter table trading.news_keywords
  add column term_id bigint references trading.news_terms (id),
  -- Articles that the term was found in more than 30 days before the keyword was added: they are not of it.
  add column earlier integer not null default 0;

update trading.news_keywords k set term_id = t.id from trading.news_terms t where t.words = k.words;

insert into trading.news_term_matches (term_id, article_id)
  select distinct k.term_id, m.article_id
  from trading.news_keyword_matches m join trading.news_keywords k on k.id = m.keyword_id;

update trading.news_terms t set articles = greatest(
    (select count(*) from trading.news_term_matches m where m.term_id = t.id),
    (select max(k.articles) from trading.news_keywords k where k.term_id = t.id));

update trading.news_keywords k set earlier = t.articles - k.articles from trading.news_terms t where t.id = k.term_id;

update trading.news_gate
  set keyword_version = greatest(keyword_version, (select max(version) from trading.news_terms));

drop table trading.news_keyword_matches;

alter table trading.news_keywords
  drop column words, drop column articles, drop column last_match_at,
  alter column term_id set not null,
  add unique (uid, term_id);

create index news_keywords_term on trading.news_keywords (term_id);

-- Which articles are those of a keyword: what its term is found in, from 30 days before it was added.
create view trading.news_keyword_matches as
  select k.id as keyword_id, m.article_id
  from trading.news_keywords k
  join trading.news_term_matches m on m.term_id = k.term_id
  join trading.news_articles a on a.id = m.article_id
  where a.first_seen_at > k.created_at - interval '30 days';
