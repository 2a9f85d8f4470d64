import type { Migration } from './migration.ts'

/** Who has agreed to mails that scenes of a home write, and who has had enough of them. */
export const mailConsents: Migration = {
  version: 13,
  name: 'mail-consents',
  statements: [
    `create table mail_consents (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      address {text} not null,
      owner {text} not null,
      state {text} not null,
      secret {text} not null,
      changed_at bigint not null,
      primary key (serial_number, address)
    )`,
    'create unique index mail_consents_secret on mail_consents (secret)',
  ],
}
