/** Rules for whatever has no code of its own (scripts/vite/json-part.ts). */
declare module '*.json?only=broker,other,statuses' {
  const rules: Omit<import('#schemas/generated/definitions/errors.ts').ErrorRules, 'codes'>
  export default rules
}
