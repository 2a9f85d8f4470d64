import type { operations } from '#schemas/generated/api/home.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Calls =
  | 'listWebAddresses'
  | 'makeWebAddress'
  | 'changeWebAddress'
  | 'renewWebAddress'
  | 'removeWebAddress'

/** Addresses elsewhere that scenes call (decision 0245). */
export const webAddressHandlers = ({
  webAddresses,
}: Pick<Parts, 'webAddresses'>): Pick<HandlersOf<operations>, Calls> => ({
  listWebAddresses: async ({ params: { sn } }) => ({ addresses: await webAddresses.of(sn) }),

  makeWebAddress: ({ params: { sn }, body, session: { userId } }) => webAddresses.make(sn, userId, body),

  changeWebAddress: async ({ params: { sn, id }, query: { revision }, body, session: { userId } }) => ({
    address: await webAddresses.change({ serialNumber: sn, id, revision }, userId, body),
  }),

  renewWebAddress: ({ params: { sn, id } }) => webAddresses.renew(sn, id),

  async removeWebAddress({ params: { sn, id } }) {
    await webAddresses.remove(sn, id)
  },
})
