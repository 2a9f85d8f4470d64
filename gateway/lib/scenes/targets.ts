import type {
  ActionSet,
  ActionTarget,
  ExceptedDevice,
  RestoredValue,
  Rule,
  TargetPlace,
} from '#schemas/generated/entities/rule.ts'

/** Every target of the actions of a rule. */
export const targetsOf = ({ scenes = [] }: Pick<Rule, 'scenes'>): readonly ActionTarget[] =>
  scenes.flatMap(({ targets = [] }) => targets)

/** Devices that a rule leaves as they are. */
export const exceptedDevices = (rule: Pick<Rule, 'scenes'>): readonly ExceptedDevice[] =>
  targetsOf(rule).flatMap(({ except = [] }) => except)

/** An action set whose targets name other devices and places. */
export function withTargets(
  { targets }: Pick<ActionSet, 'targets'>,
  change: {
    device?(one: ExceptedDevice): ExceptedDevice
    place?(one: TargetPlace): TargetPlace
    /** The scene whose memory is given back. */
    whose?(one: RestoredValue): RestoredValue
  },
): Pick<ActionSet, 'targets'> {
  const { device = (one) => one, place: moved = (one) => one, whose = (one) => one } = change
  return targets
    ? {
        targets: targets.map((target) => ({
          ...target,
          ...(target.place && { place: moved(target.place) }),
          ...(target.except && { except: target.except.map(device) }),
          ...(target.computed?.kind === 'restore' && { computed: whose(target.computed) }),
        })),
      }
    : {}
}

/** The id of a room or floor, whichever it is. */
export const idOfPlace = (place: TargetPlace): string => ('room_id' in place ? place.room_id : place.floor_id)
