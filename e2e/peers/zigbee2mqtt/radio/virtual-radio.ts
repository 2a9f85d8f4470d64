import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Heard, obey, responseTo } from './behaviour.ts'
import { firmwareOf, type Said } from './firmware.ts'
import { Adapter, type Cluster, type Frame, global, specific, toClient, toServer, zcl, zdo } from './herdsman.ts'
import { coordinator, managementAnswer, nodeAt } from './management.ts'
import { nodes, type RadioNode } from './nodes.ts'

/** What a stick says when nobody acknowledges. */
const unheard = (): Error => new Error("Data request failed with error: 'MAC no ack' (0xe9)")
const unsupported = 0x86

interface Waiting {
  address: number
  endpoint: number
  cluster: number
  command: number
  resolve(received: unknown): void
}

/** A coordinator stick with seven devices in range. Time in the air is a few milliseconds. */
export class VirtualRadio extends Adapter {
  static on: VirtualRadio | undefined
  readonly received: (Heard & { device: string })[] = []
  readonly #joined = new Set<RadioNode>()
  readonly #dead = new Set<RadioNode>()
  readonly #waiting = new Set<Waiting>()
  #sequence = 1

  constructor(network: unknown, port: unknown, backup: string, options: unknown) {
    super(network, port, backup, options)
    this.hasZdoMessageOverhead = false
    this.manufacturerID = 0
    VirtualRadio.on = this
  }

  // — The world outside: what devices do by themselves —

  join(name: string): void {
    const node = named(name)
    this.#joined.add(node)
    this.emit('deviceJoined', { networkAddress: node.address, ieeeAddr: node.ieee })
  }

  leave(name: string): void {
    const node = named(name)
    this.#joined.delete(node)
    this.emit('deviceLeave', { networkAddress: node.address, ieeeAddr: node.ieee })
  }

  dead(name: string, dead: boolean): void {
    if (dead) this.#dead.add(named(name))
    else this.#dead.delete(named(name))
  }

  report(name: string, cluster: string, attributes: Readonly<Record<string, unknown>>): void {
    const node = named(name)
    const [endpoint = 1] = Object.keys(node.endpoints).map(Number)
    Object.assign(node.endpoints[endpoint]?.attributes[cluster] ?? {}, attributes)
    this.#report(node, endpoint, cluster, Object.keys(attributes))
  }

  command(name: string, cluster: string, command: string, payload: object): void {
    const node = named(name)
    const [endpoint = 1] = Object.keys(node.endpoints).map(Number)
    this.#send(node, endpoint, specific, toServer, command, zcl.Utils.getCluster(cluster, undefined, {}), payload)
  }

  // — The stick: what the program asks for —

  async start(): Promise<string> {
    const database = join(process.env.ZIGBEE2MQTT_DATA ?? '', 'database.db')
    return existsSync(database) && readFileSync(database, 'utf8').includes(coordinator) ? 'resumed' : 'reset'
  }

  async stop(): Promise<void> {}
  async reset(): Promise<void> {}
  async permitJoin(): Promise<void> {}
  async addInstallCode(): Promise<void> {}
  async getCoordinatorIEEE(): Promise<string> {
    return coordinator
  }
  async getCoordinatorVersion() {
    return { type: 'virtual-radio', meta: { revision: 1 } }
  }
  async supportsBackup(): Promise<boolean> {
    return false
  }
  async backup(): Promise<never> {
    throw new Error('A virtual radio has no backup')
  }
  async getNetworkParameters() {
    const { panID, channelList } = this.networkOptions
    return { panID, extendedPanID: '0xdddddddddddddddd', channel: channelList[0], nwkUpdateID: 0 }
  }
  /** A command that a device gives by itself; the program waits for those of updates only. */
  waitFor(
    address: number,
    endpoint: number,
    _type: number,
    _direction: number,
    _sequence: number | undefined,
    cluster: number,
    command: number,
    _defaultResponse: number,
    timeout: number,
  ) {
    const waiting: Waiting = { address, endpoint, cluster, command, resolve: () => {} }
    let timer: ReturnType<typeof setTimeout> | undefined
    const promise = new Promise<unknown>((resolve, reject) => {
      waiting.resolve = resolve
      timer = setTimeout(() => reject(new Error(`Timeout - ${address} - ${cluster} - ${command}`)), timeout)
    })
    const cancel = (): void => {
      clearTimeout(timer)
      this.#waiting.delete(waiting)
    }
    this.#waiting.add(waiting)
    return { promise, cancel }
  }
  async sendZclFrameToGroup(): Promise<void> {}
  async sendZclFrameToAll(): Promise<void> {}
  async setChannelInterPAN(): Promise<void> {}
  async restoreChannelInterPAN(): Promise<void> {}
  async sendZclFrameInterPANToIeeeAddr(): Promise<void> {}
  async sendZclFrameInterPANBroadcast(): Promise<never> {
    throw new Error('Nobody answers')
  }

  async sendZdo(_ieee: string, address: number, request: number, payload: Buffer, silent: boolean): Promise<unknown> {
    const node = nodeAt(address)
    if (address !== 0 && !node) {
      if (silent || address >= 0xfff8) return undefined
      throw new Error(`Nobody has the address ${address}`)
    }
    if (request === zdo.LEAVE_REQUEST && node) {
      this.#joined.delete(node)
      setTimeout(() => this.emit('deviceLeave', { networkAddress: address, ieeeAddr: node.ieee }), 50)
    } else if (node && !this.#joined.has(node)) throw unheard()
    return silent ? undefined : managementAnswer(request, node, this.#joined, payload)
  }

  async sendZclFrameToEndpoint(
    _ieee: string,
    address: number,
    endpoint: number,
    frame: Frame,
    _timeout: number,
    silent: boolean,
  ): Promise<unknown> {
    if (address === 0) return undefined
    const node = nodeAt(address)
    if (!node || !this.#joined.has(node) || this.#dead.has(node)) throw unheard()
    await sleep(5)
    return frame.header.isGlobal ? this.#attributes(node, endpoint, frame) : this.#order(node, endpoint, frame, silent)
  }

  /** Reading, writing and configuring attributes, the same for every cluster. */
  #attributes(node: RadioNode, endpoint: number, frame: Frame): unknown {
    const { cluster, command, payload } = frame
    const held = node.endpoints[endpoint]?.attributes[cluster.name] ?? {}
    const described = (id: number) => Object.values(cluster.attributes).find(({ ID }) => ID === id)
    const answer = (name: string, body: unknown): unknown => this.#answer(node, endpoint, global, frame, name, body)
    switch (command.name) {
      case 'read':
        return answer(
          'readRsp',
          payload.map(({ attrId }) => {
            const attribute = described(attrId)
            const value = attribute && held[attribute.name]
            return attribute && value !== undefined
              ? { attrId, status: 0, dataType: attribute.type, attrData: value }
              : { attrId, status: unsupported }
          }),
        )
      case 'write':
      case 'writeUndiv':
        for (const { attrId, attrData } of payload) {
          const attribute = described(attrId)
          if (attribute) held[attribute.name] = attrData
        }
        this.received.push({ device: node.name, cluster: cluster.name, command: 'write', payload: { ...held } as Record<string, number> })
        return answer('writeRsp', [{ status: 0 }])
      case 'configReport':
        return answer('configReportRsp', [{ status: 0 }])
      case 'readReportConfig':
        return answer('readReportConfigRsp', [])
      default:
        return undefined
    }
  }

  #order(node: RadioNode, at: number, frame: Frame, silent: boolean): unknown {
    const endpoint = node.endpoints[at]
    if (!endpoint) throw unheard()
    const heard: Heard = { cluster: frame.cluster.name, command: frame.command.name, payload: { ...frame.payload } }
    this.received.push({ device: node.name, ...heard })
    for (const [cluster, attributes] of obey(endpoint, heard))
      setTimeout(() => this.#report(node, at, cluster, attributes), 30)
    const said = firmwareOf(node, heard)
    if (said) setTimeout(() => this.#goOn(node, at, said), 5)
    const response = responseTo(heard)
    if (response) return this.#answer(node, at, specific, frame, response.command, response.payload)
    if (silent && frame.header.frameControl.disableDefaultResponse) return undefined
    return this.#answer(node, at, global, frame, 'defaultRsp', { cmdId: frame.command.ID, statusCode: 0 })
  }

  #goOn(node: RadioNode, at: number, said: Said): void {
    if (said === 'announce')
      this.emit('zdoResponse', zdo.END_DEVICE_ANNOUNCE, [0, { nwkAddress: node.address, eui64: node.ieee, capabilities: {} }])
    else
      this.#send(node, at, specific, toServer, said.command, zcl.Utils.getCluster('genOta', undefined, {}), said.payload)
  }

  #report(node: RadioNode, endpoint: number, name: string, attributes: readonly string[]): void {
    const cluster = zcl.Utils.getCluster(name, node.manufacturerCode, {})
    const held = node.endpoints[endpoint]?.attributes[name] ?? {}
    const body = attributes.flatMap((attribute) => {
      const { ID, type } = cluster.attributes[attribute] ?? {}
      return ID === undefined ? [] : [{ attrId: ID, dataType: type, attrData: held[attribute] }]
    })
    this.#send(node, endpoint, global, toClient, 'report', cluster, body)
  }

  #answer(node: RadioNode, endpoint: number, type: number, to: Frame, command: string, payload: unknown): unknown {
    const { transactionSequenceNumber: sequence, manufacturerCode } = to.header
    const frame = zcl.Frame.create(type, toClient, true, manufacturerCode, sequence, command, to.cluster, payload, {})
    const received = this.#received(node, endpoint, frame)
    setImmediate(() => this.emit('zclPayload', received))
    return received
  }

  #send(node: RadioNode, endpoint: number, type: number, direction: number, command: string, cluster: Cluster, payload: unknown): void {
    this.#sequence = (this.#sequence + 1) & 255
    const frame = zcl.Frame.create(type, direction, true, undefined, this.#sequence, command, cluster, payload, {})
    const received = this.#received(node, endpoint, frame)
    for (const waiting of this.#waiting)
      if (
        waiting.address === node.address &&
        waiting.endpoint === endpoint &&
        waiting.cluster === cluster.ID &&
        type === specific &&
        waiting.command === frame.command.ID
      ) {
        this.#waiting.delete(waiting)
        waiting.resolve(received)
      }
    this.emit('zclPayload', received)
  }

  #received(node: RadioNode, endpoint: number, frame: Frame) {
    const data = frame.toBuffer()
    return {
      clusterID: frame.cluster.ID,
      address: node.address,
      header: zcl.Header.fromBuffer(data),
      data,
      endpoint,
      linkquality: node.lqi,
      groupID: 0,
      wasBroadcast: false,
      destinationEndpoint: 1,
    }
  }
}

function named(name: string): RadioNode {
  const node = nodes.find((one) => one.name === name)
  if (!node) throw new Error(`There is no device ${name} in range`)
  return node
}
