import type { Migration } from '../migration.ts'

export const gatewaySessions: Migration = {
  version: 5,
  name: 'gateway-sessions',
  statements: [
    // Whoever signed in with the secret of a gateway: the session is for this gateway alone.
    `alter table sessions add column serial_number {text}
      references gateways (serial_number) on delete cascade`,
    'create index sessions_gateway on sessions (serial_number) where serial_number is not null',
  ],
}
