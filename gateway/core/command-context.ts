import type { DevicesContext } from './devices/context.ts'
import type { DiagnosticsContext } from './diagnostics/context.ts'
import type { HistoryContext } from './history/context.ts'
import type { InfraredContext } from './infrared/context.ts'
import type { JoiningContext } from './joining/context.ts'
import type { MachineContext } from './machine/context.ts'
import type { OrdersContext } from './orders/context.ts'
import type { RoomsContext } from './rooms/context.ts'
import type { RulesContext } from './rules/context.ts'
import type { StatusesContext } from './statuses/context.ts'

/** What the commands of all rooms reach together; each takes only what its own room names. */
export type CommandContext = DevicesContext &
  DiagnosticsContext &
  HistoryContext &
  InfraredContext &
  JoiningContext &
  MachineContext &
  OrdersContext &
  RoomsContext &
  RulesContext &
  StatusesContext
