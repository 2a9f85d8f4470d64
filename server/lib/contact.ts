import type { Contact } from '#schemas/generated/entities/user.ts'

/** What an account began with was proved when it was activated. */
export const isProved = ({ verified }: Contact): boolean => verified !== false
