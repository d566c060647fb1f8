#!/usr/bin/env nextflow
// Shares of the jobs as Nextflow processes. Text: not run in this project's own tests.
//
//   nextflow run pipelines/nextflow/main.nf --jobs JOBS --shares 4

params.jobs = null
params.shares = 4
params.results = 'results'

process share {
    // A verdict is a success; what could not run and lost machines are tried again.
    errorStrategy { task.exitStatus in [1, 3] ? 'terminate' : 'retry' }
    maxRetries 3

    input:
    tuple val(share), path(jobs)

    output:
    path "share-${share}"

    script:
    """
    gouge batch ${jobs} --partition slice:${share}/${params.shares} \\
        --results share-${share} --threads ${task.cpus} --exit-zero
    """
}

process merge {
    publishDir params.results, mode: 'copy'

    input:
    path shares

    output:
    path 'merged/*'

    script:
    """
    mkdir merged
    gouge merge share-*/part-*.json --results merged --exit-zero
    """
}

workflow {
    numbers = Channel.of(1..params.shares).map { share -> tuple(share, file(params.jobs)) }
    merge(share(numbers).collect())
}
