import type { Migration } from '../migration.ts'

/** What runs of scenes ask people, and what was answered; each person has a notification of his own about it. */
export const ruleQuestions: Migration = {
  version: 72,
  name: 'rule-questions',
  statements: [
    `create table rule_questions (
      id {text} primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      rule_id {text} not null,
      run_id {text} not null,
      message_id {text} not null,
      answers {text} not null,
      at bigint not null,
      ends_at bigint not null,
      closed boolean not null,
      answer {text},
      answered_by {text} references accounts (id) on delete set null,
      unique (serial_number, run_id, message_id)
    )`,
    'create index rule_questions_at on rule_questions (at)',
    'create index rule_questions_answered on rule_questions (answered_by)',
    'alter table notifications add column question_id {text} references rule_questions (id) on delete set null',
    'create index notifications_question on notifications (question_id) where question_id is not null',
  ],
}
