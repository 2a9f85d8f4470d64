import type { NetworkState } from '#schemas/generated/entities/network-state.ts'

export type NetworkKind = NonNullable<NetworkState['network']>

/** What a network is opened for. */
export interface NetworkWish {
  type: 'inclusion' | 'exclusion'
  network: NetworkKind
  seconds: number
  /** The model that is expected. */
  model?: string
  /** Only these may join, by what stands on them; without any, whatever wants to. */
  expected: readonly ExpectedDevice[]
  /** The one that is to leave. */
  device?: string
}

export interface ExpectedDevice {
  id: string
  name?: string
  type?: string
}

/** The part of a driver that lets devices join and leave. */
export interface NetworkDriver {
  readonly serves: readonly NetworkKind[]
  /** Resolves when devices can join or leave. Rejects with a CommandError. */
  open(wish: NetworkWish): Promise<void>
  /** Resolves when nothing new joins any more. */
  close(): Promise<void>
  /** Resolves when the device is out of its network; `force` does not wait for it. Rejects with a CommandError. */
  remove(device: string, force: boolean): Promise<void>
  /** Makes a group of these and answers with its id; missing where there are none. Rejects with a CommandError. */
  group?(name: string, members: readonly string[]): Promise<string>
  /** Asks for the ways through the network and answers of how many devices they are known. Missing where there are none. */
  map?(): Promise<number>
  /** What it takes to set up the network anew on another radio: a zip in base64. Missing where there is none. Rejects with a CommandError. */
  backup?(): Promise<string>
}

/** What a driver tells of devices that join. */
export interface JoiningNews {
  address: string
  status: 'found' | 'interviewing' | 'rebooting'
}

export interface JoinFailure {
  address?: string
  code: string
  message: string
}
