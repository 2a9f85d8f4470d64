import type { GatewayAddress } from '#schemas/generated/entities/gateway-address.ts'
import { changed, type Database } from '../database.ts'

/** Facts of a gateway that are no part of its record in lists. */
export interface GatewayLife {
  /** Hash of the secure id that stands on the gateway. */
  secureIdHash(serialNumber: string): Promise<string | undefined>
  setSecureIdHash(serialNumber: string, hash: string | null): Promise<boolean>
  /** Gives the privileged mode to one user: of several callers exactly one gets true; whoever has it keeps it. */
  takePrivilege(serialNumber: string, userId: string): Promise<boolean>
  /** Ends it, or ends it only when this user holds it. */
  endPrivilege(serialNumber: string, holder?: string): Promise<boolean>
  replacement(serialNumber: string): Promise<string | undefined>
  setReplacement(serialNumber: string, other: string | null): Promise<boolean>
  address(serialNumber: string): Promise<GatewayAddress | undefined>
  setAddress(serialNumber: string, address: GatewayAddress | null): Promise<boolean>
  /** Of a virtual gateway: whose devices it has. Empty: none, it was reset; undefined: its own. */
  homeOf(serialNumber: string): Promise<string | undefined>
  setHomeOf(serialNumber: string, origin: string): Promise<boolean>
}

type Fact = 'secure_id_hash' | 'replacement_with' | 'address' | 'home_of'

export const gatewayLifeOn = ({ sql }: Database): GatewayLife => {
  const update = (serialNumber: string) =>
    sql.updateTable('gateways').where('serial_number', '=', serialNumber)
  const read = async <F extends Fact>(serialNumber: string, fact: F) =>
    sql
      .selectFrom('gateways')
      .select(['secure_id_hash', 'replacement_with', 'address', 'home_of'])
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst()
      .then((row) => row?.[fact] ?? undefined)

  return {
    secureIdHash: (serialNumber) => read(serialNumber, 'secure_id_hash'),
    setSecureIdHash: async (serialNumber, hash) =>
      changed(await update(serialNumber).set({ secure_id_hash: hash }).executeTakeFirst()),
    takePrivilege: async (serialNumber, userId) =>
      changed(
        await update(serialNumber)
          .set({ privileged: true, privileged_by: userId })
          .where((e) =>
            e.or([e('privileged', 'is', null), e('privileged', '=', false), e('privileged_by', '=', userId)]),
          )
          .executeTakeFirst(),
      ),
    async endPrivilege(serialNumber, holder) {
      const change = update(serialNumber)
        .set({ privileged: false, privileged_by: null })
        .where('privileged', '=', true)
      return changed(
        await (holder === undefined ? change : change.where('privileged_by', '=', holder)).executeTakeFirst(),
      )
    },
    replacement: (serialNumber) => read(serialNumber, 'replacement_with'),
    setReplacement: async (serialNumber, other) =>
      changed(await update(serialNumber).set({ replacement_with: other }).executeTakeFirst()),
    async address(serialNumber) {
      const text = await read(serialNumber, 'address')
      return text === undefined ? undefined : (JSON.parse(text) as GatewayAddress)
    },
    setAddress: async (serialNumber, address) =>
      changed(
        await update(serialNumber)
          .set({ address: address && JSON.stringify(address) })
          .executeTakeFirst(),
      ),
    homeOf: (serialNumber) => read(serialNumber, 'home_of'),
    setHomeOf: async (serialNumber, origin) =>
      changed(await update(serialNumber).set({ home_of: origin }).executeTakeFirst()),
  }
}
