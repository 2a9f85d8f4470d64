import permissions from '#catalogue/permissions.json'
import type { Situation } from '#engine/conditions/situation.ts'
import { forbiddenTo } from '#gateway/lib/gateways/permissions.ts'
import { SET_VALUE } from '#live/set-value.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'

/** What the sub-role keeps somebody from, or the owner of the home has not shared; the server refuses the same. */
export function forbiddenOf(subrole: string | undefined, reach?: HomeReach): Situation['forbidden'] {
  const { operations, commands } = forbiddenTo(subrole, permissions)
  const closed = reach?.closed
  const all = {
    operations: closed ? new Set([...operations, ...closed.operations]) : operations,
    commands: closed ? new Set([...commands, ...closed.commands]) : commands,
  }
  return { ...all, values: commands.has(SET_VALUE) || reach?.open === false }
}
