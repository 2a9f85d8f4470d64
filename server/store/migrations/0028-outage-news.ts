import type { Migration } from './migration.ts'

/** Who is told when a gateway, or media devices of a home, go offline and come back. */
export const outageNews: Migration = {
  version: 28,
  name: 'outage-news',
  statements: [
    `create table outage_news (
      user_id {text} not null references accounts (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      subject {text} not null,
      primary key (user_id, serial_number, subject)
    )`,
    'create index outage_news_gateway on outage_news (serial_number, subject)',
  ],
}
