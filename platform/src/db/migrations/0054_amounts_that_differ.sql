-- Programs that know schema 0048 go on.
-- The orders whose payment was another sum: the desk asks it of each order that it shows.

create index provider_event_differs on provider_event (order_id) where outcome = 'amount-differs';
