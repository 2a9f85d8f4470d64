import type { Database } from './database.ts'

/** Keys that the server made for itself, sealed by whoever made them. */
export interface Secrets {
  find(name: string): Promise<string | undefined>
  /** Answers what is kept from now on: of two replicas that make one at once, the first one's stays. */
  keep(name: string, sealed: string): Promise<string>
  /** In the place of what nobody can open any more, unless somebody else was quicker. */
  replace(name: string, unreadable: string, sealed: string): Promise<void>
}

export const secretsOn = ({ sql }: Database): Secrets => {
  const find = async (name: string): Promise<string | undefined> =>
    (await sql.selectFrom('secrets').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed

  return {
    find,
    async keep(name, sealed) {
      await sql
        .insertInto('secrets')
        .values({ name, sealed })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await find(name)) ?? sealed
    },
    async replace(name, unreadable, sealed) {
      await sql
        .updateTable('secrets')
        .set({ sealed })
        .where('name', '=', name)
        .where('sealed', '=', unreadable)
        .execute()
    },
  }
}
