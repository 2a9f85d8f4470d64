import type { Commands } from '#schemas/generated/channel.ts'
import type { CommandName } from './ports.ts'
import type { Until } from './store/idempotency-cache.ts'

/** What is known of the request besides its params. */
export interface Asked {
  id: string
  userId: string
  /** After a crash the answer is "unknown" unless these had come: how the device takes an order is told after the answer. */
  until: Until
}

/**
 * One command of the channel: throws a CommandError when it can't be done. Its params are checked before, as
 * schemas/channel describes them. `Context`: what it can reach; never a topic, never the store.
 */
export interface Command<N extends CommandName, Context> {
  name: N
  run: (
    params: Commands[N]['params'],
    context: Context,
    asked: Asked,
  ) => Promise<Commands[N]['data']> | Commands[N]['data']
}

/** Found by its place, `gateway/core/<room>/commands/`; named nowhere else. */
export const defineCommand = <N extends CommandName, Context = unknown>(
  name: N,
  run: Command<N, Context>['run'],
): Command<N, Context> => ({ name, run })
