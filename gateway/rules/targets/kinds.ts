import type {
  DeviceKind,
  KindValue,
  SceneVocabulary,
} from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionTarget } from '#schemas/generated/entities/rule.ts'

/** What a target says in the words of the catalogue; undefined where this catalogue has none of them. */
export function meaningOf(
  { kind, sets }: Pick<ActionTarget, 'kind' | 'sets'>,
  { kinds }: Pick<SceneVocabulary, 'kinds'>,
): { kind: DeviceKind; sets: KindValue } | undefined {
  const found = kinds.find(({ id }) => id === kind)
  const value = found?.sets.find(({ id }) => id === sets)
  return found && value && { kind: found, sets: value }
}
