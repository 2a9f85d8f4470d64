import type { ValidateFunction } from 'ajv'
import type { Ability } from '#gateway/lib/abilities.ts'
import type { Marks } from '#gateway/lib/enablement.ts'
import type { Candidate } from '#gateway/rules/may.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { Bridges } from './devices/bridges.ts'
import type { Devices } from './devices/devices.ts'
import type { ObjectHistory } from './history/object-history.ts'
import type { Infrared } from './infrared/infrared.ts'
import type { Network } from './joining/network.ts'
import type { Replacement } from './joining/replacement.ts'
import type { Machine } from './machine/machine.ts'
import type { OrderBook } from './orders/order-book.ts'
import type { CommandName, Driver } from './ports.ts'
import type { Floors } from './rooms/floors.ts'
import type { Rules } from './rules/rule-store.ts'
import type { Automation } from './rules/running/automation.ts'
import type { Statuses } from './statuses/statuses.ts'

/** What a command can reach; never a topic, never the store. */
export interface Reach {
  devices: Devices
  bridges: Pick<Bridges, 'all'>
  orders: Pick<OrderBook, 'inTurn' | 'place' | 'taken' | 'withdraw'>
  automation: Pick<Automation, 'causes' | 'recorder' | 'runs' | 'runner'>
  driverOf(device: string): Driver | undefined
  infrared: Pick<Infrared, 'set' | 'codesOf' | 'change'>
  floors: Pick<Floors, 'layout' | 'newId' | 'change' | 'restore' | 'planImport' | 'import'>
  rules: Rules
  statuses: Statuses
  history: ObjectHistory
  /** Alarms that rules may raise. */
  alarms(): readonly AlarmEntry[]
  /** What may trigger and act. */
  scenes: SceneVocabulary
  /** What the catalogue knows of devices like this one. */
  kindOf(device: Device): Pick<Candidate, 'type' | 'capabilities'>
  /** IANA name of the zone in which the home lives. */
  zone(): string
  newId(): string
  /** Epoch ms. */
  now(): number
  platform(): PlatformInfo
  machine: Machine
  network: Network
  replacement: Replacement
  /** Whether devices like this one may be excluded or replaced here. */
  may(what: Ability, device: Device): boolean
  marks(device: Device, service: string, property: Property): Marks
  seq(): number
  /** Something failed beside the command. */
  trouble(message: string, error: unknown): void
}

/** One command of the channel. Throws a CommandError when it can't be done. */
export interface Command<N extends CommandName> {
  name: N
  /** Validator of its params. */
  accepts: ValidateFunction
  /** Changes something: acts once per request id, and is refused by the gateway's condition. */
  changes: boolean
  run(
    params: Commands[N]['params'],
    reach: Reach,
    request: { id: string; userId: string },
  ): Promise<Commands[N]['data']> | Commands[N]['data']
}

export const defineCommand = <N extends CommandName>(command: Command<N>): Command<N> => command
