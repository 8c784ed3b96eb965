{{/* The name of everything that the release makes: at most 63 characters with the longest suffix. */}}
{{- define "tripod.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Labels by which pods are found. They never change. */}}
{{- define "tripod.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tripod.labels" -}}
{{ include "tripod.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- define "tripod.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "tripod.tapeClaim" -}}
{{- default (printf "%s-tape" (include "tripod.fullname" .)) .Values.tape.existingClaim -}}
{{- end -}}

{{/* Where browsers reach the ingress: the first host with TLS. Nothing where the operator has said it. */}}
{{- define "tripod.publicUrl" -}}
{{- $isSaid := or (hasKey .Values.settings "TRIPOD_PUBLIC_URL") (contains "publicUrl:" (toString (get .Values.files "tripod.yaml"))) -}}
{{- range .Values.extraEnv }}{{ if eq .name "TRIPOD_PUBLIC_URL" }}{{ $isSaid = true }}{{ end }}{{ end -}}
{{- if and .Values.ingress.enabled (not $isSaid) -}}
{{- with .Values.ingress.tls -}}
{{- printf "https://%s" (first (default $.Values.ingress.hosts (first .).hosts)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Settings of every process. Values that the chart needs itself are not among the values. */}}
{{- define "tripod.env" -}}
- name: TRIPOD_HOST
  value: {{ .Values.listenAddress | quote }}
- name: TRIPOD_PORT
  value: "8080"
- name: TRIPOD_ADMIN_HOST
  value: {{ .Values.listenAddress | quote }}
- name: TRIPOD_ADMIN_PORT
  value: "8081"
- name: TRIPOD_DATA_DIR
  value: /data
- name: TRIPOD_LOG_FORMAT
  value: json
{{- range $variable, $key := .Values.secret.files }}
- name: {{ $variable }}_FILE
  value: /run/secrets/tripod/{{ $key }}
{{- end }}
{{- if and (has .Values.serves (list "trading" "all")) (not .Values.tape.enabled) (not (hasKey .Values.settings "TRIPOD_TRADING_TAPE_RECORD")) }}
- name: TRIPOD_TRADING_TAPE_RECORD
  value: "false"
{{- end }}
{{- with include "tripod.publicUrl" . }}
- name: TRIPOD_PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- if not (or (hasKey .Values.settings "TRIPOD_OPERATOR_COMMAND") (contains "operatorCommand:" (toString (get .Values.files "tripod.yaml")))) }}
- name: TRIPOD_OPERATOR_COMMAND
  value: kubectl exec deployment/{{ include "tripod.fullname" . }}-{{ if gt (int .Values.roles.worker.replicas) 0 }}worker{{ else }}all{{ end }} -- tripod
{{- end }}
{{- range $variable, $value := .Values.settings }}
- name: {{ $variable }}
  {{- /* A large number as text would be 1e+06. */}}
  value: {{ if kindIs "string" $value }}{{ $value | quote }}{{ else }}{{ $value | toJson | quote }}{{ end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "tripod.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "tripod.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
