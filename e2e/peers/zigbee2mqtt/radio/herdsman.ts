import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What we use of zigbee-herdsman. It is loaded from the program that runs here, which is the same instance that the program uses. */

export interface Cluster {
  ID: number
  name: string
  attributes: Record<string, { ID: number; name: string; type: number }>
}

export interface Frame {
  cluster: Cluster
  command: { ID: number; name: string }
  payload: Record<string, number> & readonly { attrId: number; attrData: unknown }[]
  header: {
    isGlobal: boolean
    transactionSequenceNumber: number
    manufacturerCode: number | undefined
    frameControl: { disableDefaultResponse: boolean }
  }
  toBuffer(): Buffer
}

interface Zcl {
  Frame: {
    create(
      type: number,
      direction: number,
      disableDefaultResponse: boolean,
      manufacturerCode: number | undefined,
      sequence: number,
      command: string,
      cluster: Cluster,
      payload: unknown,
      custom: object,
    ): Frame
  }
  Header: { fromBuffer(buffer: Buffer): unknown }
  Utils: { getCluster(key: string | number, manufacturerCode: number | undefined, custom: object): Cluster }
}

const program = createRequire(process.argv[1] ?? '')
const root = dirname(program.resolve('zigbee-herdsman'))
const herdsman = createRequire(join(root, 'index.js'))

export const zcl = herdsman('./zspec/zcl') as Zcl
export const zdo = (herdsman('./zspec/zdo') as { ClusterId: Record<string, number> }).ClusterId

export interface AdapterBase {
  new (network: unknown, port: unknown, backup: string, options: unknown): {
    networkOptions: { panID: number; channelList: number[] }
    hasZdoMessageOverhead: boolean
    manufacturerID: number
    emit(event: string, ...payload: unknown[]): boolean
  }
  create: (network: unknown, port: unknown, backup: string, options: unknown) => Promise<unknown>
}

export const { Adapter } = herdsman('./adapter/adapter.js') as { Adapter: AdapterBase }

export const global = 0
export const specific = 1
export const toServer = 0
export const toClient = 1
