import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

/** About a kilometre: the sun needs no more, and nobody needs to know the house. */
const fine = (degrees: number): number => Math.round(degrees * 100) / 100

export const setPlace = defineCommand(
  'set_place',
  async (given, { whereabouts, automation }: RulesContext) => {
    const { latitude, longitude } = given
    await whereabouts.set({ ...given, latitude: fine(latitude), longitude: fine(longitude) })
    automation.runner.moved()
    return {}
  },
)
