import type { Database } from './database.ts'

/** A version of the firmware that is offered to the gateways of one model. */
export interface FirmwareCampaign {
  id: string
  model: string
  version: string
  description: string
  at: number
}

export interface Firmware {
  /** Throws ConflictError when the id is taken. */
  create(campaign: FirmwareCampaign): Promise<void>
  find(id: string): Promise<FirmwareCampaign | undefined>
  ofModel(model: string): Promise<readonly FirmwareCampaign[]>
}

export const firmwareOn = ({ sql }: Database): Firmware => {
  const campaigns = () =>
    sql.selectFrom('firmware_campaigns').select(['id', 'model', 'version', 'description', 'created_at as at'])
  return {
    async create({ at, ...campaign }) {
      await sql
        .insertInto('firmware_campaigns')
        .values({ ...campaign, created_at: at })
        .execute()
    },
    find: (id) => campaigns().where('id', '=', id).executeTakeFirst(),
    ofModel: (model) => campaigns().where('model', '=', model).orderBy('created_at').orderBy('id').execute(),
  }
}
