import type { XmlFormat } from '../xml-records.ts'

export const secoFormat: XmlFormat = {
  title: 'SECO’s list',
  root: 'swiss-sanctions-list',
  namespaces: [''],
  containers: [],
  records: ['sanctions-program', 'target', 'place'],
  // Copies of what a modification changed: they have the elements of a target and are no targets.
  skipped: ['added', 'removed'],
  expected: [
    'swiss-sanctions-list@list-type sanctions-program program-key sanctions-set sanctions-set@ssid place place@ssid',
    'target target@ssid sanctions-set-id individual entity identity identity@main name name@name-type name@quality',
    'name-part name-part@order name-part@name-part-type value spelling-variant spelling-variant@script',
    'day-month-year day-month-year@year nationality country country@iso-code address address@place-id place-of-birth',
    'identification-document identification-document@document-type number justification other-information',
    'modification modification@modification-type modification@effective-date relation relation@target-id',
  ].flatMap((line) => line.split(' ')),
  optional: [
    'swiss-sanctions-list@date swiss-sanctions-list@delta-from sanctions-program@ssid sanctions-program@version-date',
    'sanctions-program@predecessor-version-date program-key@lang program-name program-name@lang sanctions-set@lang origin',
    'target@sanctions-set-id foreign-identifier object object@object-type individual@sex identity@ssid name@ssid name@lang',
    'spelling-variant@lang spelling-variant@spelling-variant-type day-month-year@ssid day-month-year@day',
    'day-month-year@month day-month-year@calendar day-month-year@quality nationality@ssid address@ssid address@main',
    'address@quality place-of-birth@ssid place-of-birth@place-id place-of-birth@quality identification-document@ssid issuer',
    'issuer@code date-of-issue expiry-date place-of-issue place-of-issue@place-id remark remarks justification@ssid',
    'other-information@ssid relation@ssid relation@relation-type modification@enactment-date',
    'modification@publication-date added removed location location-variant location-variant@variant-type area area-variant',
    'area-variant@variant-type country-variant c-o address-details p-o-box zip-code generic-attribute',
    'generic-attribute@name generic-attribute@ssid',
  ].flatMap((line) => line.split(' ')),
}
