import type { operations } from '#schemas/generated/api/deployment.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** /deployment: how this server stands, for those who run it. */
export function deploymentHandlers({
  selfCheck,
  gatewayDoor,
}: Pick<Parts, 'selfCheck' | 'gatewayDoor'>): HandlersOf<operations> {
  return {
    readGatewayDoor: () => gatewayDoor(),

    async selfCheck({ language = 'ch_DE' }) {
      const data = await selfCheck.findings(language)
      return { data, count: data.length }
    },
  }
}
