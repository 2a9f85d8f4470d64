import type { operations } from '#schemas/generated/api/home.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Calls = 'listCallAddresses' | 'makeCallAddress' | 'removeCallAddress' | 'callScene' | 'callStatus'

/** Addresses that are called from elsewhere, and their calls (decision 0214). */
export const callAddressHandlers = ({
  callAddresses,
}: Pick<Parts, 'callAddresses'>): Pick<HandlersOf<operations>, Calls> => ({
  listCallAddresses: async ({ params: { sn } }) => ({ addresses: [...(await callAddresses.of(sn))] }),

  async makeCallAddress({ params: { sn }, body, session: { userId } }) {
    const { rule_id = '', trigger_id = '', resource_id } = body
    const called = resource_id === undefined ? { rule_id, trigger_id } : { resource_id }
    const { secret, ...address } = await callAddresses.make(sn, userId, called)
    return { address, path: `/api/call/${secret}` }
  },

  async removeCallAddress({ params: { sn, id } }) {
    await callAddresses.remove(sn, id)
  },

  async callScene({ params: { secret } }) {
    await callAddresses.call(secret, undefined)
  },

  async callStatus({ params: { secret, state } }) {
    await callAddresses.call(secret, state === 'on')
  },
})
