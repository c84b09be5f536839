-- How the product is used, as pages tell of it. Nothing is decided by it. PostgreSQL 15 and up.

create table analytics_event (
  -- Drawn by the page, or made of the event itself: what is reported twice is here once.
  id uuid primary key,
  -- When it happened by the platform's clock, however wrong the page's is; it is kept for some days from then on.
  at timestamptz not null,
  received_at timestamptz not null,
  event_type text not null check (event_type in ('page_view', 'game_enter', 'button_click')),
  event_name text not null,
  session_id text not null,
  device_type text not null check (device_type in ('mobile', 'desktop')),
  current_url text not null,
  -- Who was signed in, as the page says, so it belongs to no account.
  user_id text,
  user_agent text not null,
  referrer text not null,
  game_id text,
  from_page text,
  additional_data jsonb not null
);
create index analytics_event_at on analytics_event (at);
