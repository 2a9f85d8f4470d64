import type { Migration } from '../migration.ts'

/** Which messages one at the end of the quiet hours stands for: the same one twice is counted once. */
export const gatheredMessages: Migration = {
  version: 67,
  name: 'gathered-messages',
  statements: [
    `create table gathered_messages (
      gathered {text} not null,
      message {text} not null,
      at bigint not null,
      primary key (gathered, message)
    )`,
    'create index gathered_messages_at on gathered_messages (at)',
  ],
}
