import type {
  Job,
  JobState,
  NewJob,
  NewTask,
  Task,
  TaskEnd,
  TaskFilter,
  TaskOutcome,
  WaveStanding,
} from './job-rows.ts'

export interface TaskQuery {
  filter?: TaskFilter
  /** Those that wait for something, or those that wait for nothing but their turn. */
  waits?: boolean
  /** Why they failed. */
  code?: string | undefined
  /** Part of what they are about. */
  searchText?: string | undefined
  /** From 1. */
  page: number
  limit: number
}

export interface Choice {
  task?: string
  code?: string | undefined
}

/** Jobs and their tasks. What counts them is kept at the job, so that reading how far it is costs one row. */
export interface Jobs {
  /** All of it or nothing. */
  begin(job: NewJob, tasks: readonly NewTask[]): Promise<void>
  find(id: string): Promise<Job | undefined>
  /** Newest first. */
  list(query: {
    kinds: readonly string[]
    searchText?: string | undefined
    skip: number
    limit: number
  }): Promise<{ data: readonly Job[]; count: number }>
  running(): Promise<readonly Job[]>
  /** Changes it as long as it is in one of these states: of several callers one. */
  change(
    id: string,
    from: readonly JobState[],
    to: Partial<
      Pick<
        Job,
        'state' | 'why' | 'startedAt' | 'endedAt' | 'stoodAt' | 'deadline' | 'wave' | 'waveDueAt' | 'forgiven'
      >
    >,
  ): Promise<boolean>
  /** It is done; false where it is not running, or something of it has been reset meanwhile. */
  finish(id: string, at: number): Promise<boolean>
  /** What its kind needs to know from now on. */
  learn(id: string, facts: Job['facts']): Promise<void>
  /** Those of them that are over are gone, with their tasks. */
  remove(ids: readonly string[]): Promise<number>

  task(id: string): Promise<Task | undefined>
  tasks(job: string, query: TaskQuery): Promise<{ data: readonly Task[]; count: number }>
  /** What all are about, in their order. */
  subjects(job: string): Promise<readonly string[]>
  /** How many wait for their subject. */
  waiting(job: string): Promise<number>
  /** All that are done or have failed, and of which something is kept. */
  brought(job: string): Promise<readonly Task[]>
  causes(job: string): Promise<readonly { code: string; count: number }[]>
  wave(job: string, wave: number): Promise<WaveStanding>
  waves(job: string): Promise<readonly (WaveStanding & { wave: number })[]>
  /** When the next task of these waves may begin. */
  nextDue(job: string, wave: number): Promise<number | undefined>

  /** Takes tasks that are due, for whoever asks alone: until `until` nobody else is given them. */
  claim(
    job: string,
    query: { wave: number; now: number; until: number; limit: number },
  ): Promise<readonly Task[]>
  /** What is known before it is over, e.g. the way back. False when somebody else has it now. */
  note(task: Pick<Task, 'id' | 'tries'>, result: unknown): Promise<boolean>
  /** False when it was ended, or given to somebody else, meanwhile. */
  end(task: Pick<Task, 'id' | 'jobId' | 'tries'>, end: TaskEnd): Promise<boolean>
  /** It is tried again later. */
  putOff(
    task: Pick<Task, 'id' | 'tries'>,
    later: { dueAt: number; waitsFor?: string; counts: boolean; answered: boolean; why?: TaskOutcome },
  ): Promise<boolean>
  /** What nobody carries out any more, since the one who did is gone. */
  release(): Promise<number>
  /** What waits for this subject may begin. */
  wake(subject: string, now: number): Promise<readonly string[]>
  /** What of it was put off is looked at now. */
  hurry(job: string, subject: string, now: number): Promise<boolean>
  /** Failed and cancelled ones are to be done after all; a job that was over goes on. */
  reset(job: string, now: number, choice?: Choice): Promise<number>
  /** Those of the choice that have not ended are not done any more. */
  cancel(job: string, now: number, choice: Choice): Promise<number>
  /** The job with all that has not ended; false when it is over already: of several callers one. */
  cancelAll(job: string, now: number): Promise<boolean>
  /** What has not ended has failed. */
  expire(job: string, now: number, code: string): Promise<number>
}
