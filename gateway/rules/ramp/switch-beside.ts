import { baseOf } from '#gateway/lib/names/names.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { CandidateProperty } from '../may.ts'

/** What switches the thing on and off of which another value is set: of a lamp with several parts, that of the same part. */
export function switchBeside(
  properties: readonly CandidateProperty[],
  at: Pick<CandidateProperty, 'service' | 'property'>,
  { kinds }: Pick<SceneVocabulary, 'kinds'>,
): CandidateProperty | undefined {
  const own = properties.find(({ service, property }) => service === at.service && property === at.property)
  const switches = new Set(
    kinds.flatMap(({ sets: [first] }) => (first.value.kind === 'bool' ? first.of : [])),
  )
  return properties.find(
    (one) =>
      one !== own &&
      one.service === at.service &&
      one.value.endpoint === own?.value.endpoint &&
      switches.has(`${one.service}/${baseOf(one)}`),
  )
}
