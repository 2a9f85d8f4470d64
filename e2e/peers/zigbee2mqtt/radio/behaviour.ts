import type { Endpoint } from './nodes.ts'

export interface Heard {
  cluster: string
  command: string
  payload: Record<string, number>
}

/** Attributes that an order changed, by cluster. */
export type Changes = ReadonlyMap<string, readonly string[]>

/** How a device obeys an order of a cluster: its attributes change. */
export function obey({ attributes }: Endpoint, { cluster, command, payload }: Heard): Changes {
  const changes = new Map<string, string[]>()
  const set = (name: string, attribute: string, value: unknown): void => {
    const held = attributes[name]
    if (!held || value === undefined) return
    held[attribute] = value
    changes.set(name, [...(changes.get(name) ?? []), attribute])
  }
  const orders: Readonly<Record<string, (() => void) | undefined>> = {
    'genOnOff.on': () => set('genOnOff', 'onOff', 1),
    'genOnOff.off': () => set('genOnOff', 'onOff', 0),
    'genOnOff.offWithEffect': () => set('genOnOff', 'onOff', 0),
    'genOnOff.toggle': () => set('genOnOff', 'onOff', attributes.genOnOff?.onOff ? 0 : 1),
    'genLevelCtrl.moveToLevel': () => set('genLevelCtrl', 'currentLevel', payload.level),
    'genLevelCtrl.moveToLevelWithOnOff': () => {
      set('genLevelCtrl', 'currentLevel', payload.level)
      set('genOnOff', 'onOff', Number(payload.level) > 0 ? 1 : 0)
    },
    'lightingColorCtrl.moveToColor': () => {
      set('lightingColorCtrl', 'currentX', payload.colorx)
      set('lightingColorCtrl', 'currentY', payload.colory)
      set('lightingColorCtrl', 'colorMode', 1)
    },
    'lightingColorCtrl.moveToColorTemp': () => {
      set('lightingColorCtrl', 'colorTemperature', payload.colortemp)
      set('lightingColorCtrl', 'colorMode', 2)
    },
    'lightingColorCtrl.moveToHueAndSaturation': () => set('lightingColorCtrl', 'colorMode', 0),
    'lightingColorCtrl.enhancedMoveToHueAndSaturation': () => set('lightingColorCtrl', 'colorMode', 0),
    'closuresWindowCovering.upOpen': () => set('closuresWindowCovering', 'currentPositionLiftPercentage', 0),
    'closuresWindowCovering.downClose': () => set('closuresWindowCovering', 'currentPositionLiftPercentage', 100),
    'closuresWindowCovering.goToLiftPercentage': () =>
      set('closuresWindowCovering', 'currentPositionLiftPercentage', payload.percentageliftvalue),
    'closuresDoorLock.lockDoor': () => set('closuresDoorLock', 'lockState', 1),
    'closuresDoorLock.unlockDoor': () => set('closuresDoorLock', 'lockState', 2),
  }
  orders[`${cluster}.${command}`]?.()
  return changes
}

/** What a cluster answers to an order besides the default response. */
export function responseTo({ cluster, command, payload }: Heard): { command: string; payload: object } | undefined {
  if (cluster === 'closuresDoorLock' && (command === 'lockDoor' || command === 'unlockDoor'))
    return { command: `${command}Rsp`, payload: { status: 0 } }
  if (cluster === 'genGroups' && (command === 'add' || command === 'remove'))
    return { command: `${command}Rsp`, payload: { status: 0, groupid: payload.groupid } }
  return undefined
}
