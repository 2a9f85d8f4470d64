import type { Migration } from './migration.ts'

/** Exports of what is kept about a person, and their files in parts. */
export const exportTasks: Migration = {
  version: 31,
  name: 'export-tasks',
  statements: [
    `create table export_tasks (
      id {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      requested_by {text} not null,
      requested_at bigint not null,
      status {text} not null,
      started_at bigint,
      ended_at bigint,
      progress bigint not null,
      error {text},
      run {text},
      running_key {text} unique,
      tries bigint not null,
      size bigint,
      contents {text},
      handed_at bigint,
      handed_to {text}
    )`,
    'create index export_tasks_user on export_tasks (user_id, id)',
    `create table export_parts (
      task_id {text} not null references export_tasks (id) on delete cascade,
      part bigint not null,
      content {text} not null,
      primary key (task_id, part)
    )`,
  ],
}
